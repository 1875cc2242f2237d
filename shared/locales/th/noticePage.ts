const noticePage = {
  thisLanguage: 'ภาษาไทย',
  languages: 'ภาษา',
  skip: 'ข้ามไปที่เนื้อหา',
  versionFrom: 'ฉบับที่ {{number}} ใช้ตั้งแต่ {{day}}',
  withdrawn: 'องค์กรเลิกใช้ประกาศนี้แล้ว แสดงไว้เพื่ออ้างอิง',
  earlier: 'ฉบับนี้เป็นฉบับก่อน',
  toCurrent: 'ดูฉบับที่ใช้อยู่',
  short: 'สรุป',
  contents: 'สารบัญ',
  table: 'ตารางวัตถุประสงค์',
  who: 'ผู้ควบคุมข้อมูล',
  why: 'ใช้ข้อมูลเพื่อ',
  more: 'และอีก {{number}} วัตถุประสงค์',
  weighsMost: 'เรื่องที่ควรทราบ',
  rights: 'ใช้สิทธิของท่าน',
  byContact: 'ติดต่อตามช่องทางด้านล่าง',
  contact: 'ติดต่อ',
  hash: 'SHA-256 ของข้อความฉบับนี้',
  pdf: 'ดาวน์โหลด PDF',
  versions: 'ทุกฉบับ',
  changesOf: 'เทียบกับฉบับที่ {{number}}',
  changesTitle: 'สิ่งที่เปลี่ยนจากฉบับที่ {{from}} เป็นฉบับที่ {{to}}',
  noChanges: 'ข้อความของสองฉบับนี้ไม่ต่างกัน',
  before: 'เดิม',
  after: 'ใหม่',
  toNotice: 'กลับไปที่ประกาศ',
  weighs: {
    sensitive: 'มีข้อมูลอ่อนไหวตามมาตรา 26',
    abroad: 'มีการส่งหรือเก็บข้อมูลในต่างประเทศ',
    marketing: 'มีการใช้ข้อมูลเพื่อการตลาด',
    children: 'มีข้อมูลของผู้เยาว์',
  },
  column: {
    purpose: 'วัตถุประสงค์',
    basis: 'ฐานทางกฎหมาย',
    data: 'ข้อมูล',
    period: 'ระยะเวลาเก็บ',
    recipients: 'ผู้รับข้อมูล',
  },
  fault: {
    notFound: {
      title: 'ไม่พบประกาศ',
      body: 'ลิงก์อาจไม่ครบ หรือประกาศยังไม่เริ่มใช้ โปรดขอลิงก์จากองค์กรที่เก็บข้อมูลของท่าน',
    },
    closed: { title: 'ปิดให้บริการชั่วคราว', body: 'องค์กรปิดพื้นที่ทำงานนี้ไว้ โปรดติดต่อองค์กรโดยตรง' },
    away: { title: 'เปิดประกาศไม่ได้ในขณะนี้', body: 'โปรดลองใหม่ในอีกสักครู่' },
    busy: { title: 'มีการเรียกดูบ่อยเกินไป', body: 'โปรดรอหนึ่งนาทีแล้วลองใหม่' },
  },
};

export default noticePage;

declare module '../texts.ts' {
  interface Texts {
    noticePage: typeof noticePage;
  }
}
