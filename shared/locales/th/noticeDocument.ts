const noticeDocument = {
  short: 'สรุป',
  full: 'รายละเอียดทั้งหมด',
  table: 'ตารางวัตถุประสงค์',
  controller: 'ผู้ควบคุมข้อมูลส่วนบุคคล',
  purposes: 'ใช้ข้อมูลเพื่อ',
  weighsMost: 'เรื่องที่ควรทราบ',
  contact: 'ติดต่อ',
  requestForm: 'ใช้สิทธิออนไลน์',
  version: 'ฉบับที่',
  draft: 'ฉบับร่าง',
  draftOnly: 'ฉบับร่างนี้ยังไม่เผยแพร่ จึงยังไม่ใช่ประกาศที่แจ้งเจ้าของข้อมูล',
  effectiveOn: 'ใช้ตั้งแต่วันที่',
  approvedBy: 'ผู้อนุมัติ',
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
  },
};

export default noticeDocument;

declare module '../texts.ts' {
  interface Texts {
    noticeDocument: typeof noticeDocument;
  }
}
