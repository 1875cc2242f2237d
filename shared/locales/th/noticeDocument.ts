const noticeDocument = {
  short: 'สรุป',
  inEnglish: 'ข้อความภาษาอังกฤษ (English)',
  full: 'รายละเอียดทั้งหมด',
  table: 'ตารางวัตถุประสงค์',
  controller: 'ผู้ควบคุมข้อมูลส่วนบุคคล',
  purposes: 'ใช้ข้อมูลเพื่อ',
  weighsMost: 'เรื่องที่ควรทราบ',
  contact: 'ติดต่อ',
  rights: 'ใช้สิทธิของท่าน',
  byContact: 'ติดต่อตามช่องทางด้านล่าง',
  version: 'ฉบับที่',
  draft: 'ร่าง',
  mark: { draft: 'ร่าง', ahead: 'ยังไม่เริ่มใช้', earlier: 'ฉบับก่อน', withdrawn: 'เลิกใช้แล้ว' },
  notInForce: {
    draft: 'ร่างนี้ยังไม่เผยแพร่ จึงยังไม่ใช่ประกาศที่แจ้งเจ้าของข้อมูล',
    ahead: 'ฉบับนี้ยังไม่เริ่มใช้',
    earlier: 'ฉบับนี้เป็นฉบับก่อน มีฉบับใหม่ใช้แทนแล้ว',
    withdrawn: 'องค์กรเลิกใช้ประกาศนี้แล้ว',
  },
  effectiveOn: 'ใช้ตั้งแต่วันที่',
  approvedBy: 'ผู้อนุมัติ',
  poster: {
    read: 'อ่านประกาศฉบับเต็ม',
    code: 'คิวอาร์โค้ดไปยังประกาศฉบับเต็ม',
    more_other: 'และอีก {{number}} วัตถุประสงค์',
    version: 'ฉบับที่ {{version}} ใช้ตั้งแต่ {{day}}',
    doNotHang: 'ยังติดแผ่นนี้ไม่ได้',
    notInForce: {
      draft: 'ประกาศนี้ยังไม่เผยแพร่ คิวอาร์โค้ดจึงยังไม่มีหน้าให้เปิด',
      ahead: 'ฉบับนี้ยังไม่เริ่มใช้ ติดได้ตั้งแต่วันเริ่มใช้เป็นต้นไป',
      earlier: 'มีฉบับใหม่ใช้แทนแล้ว กรุณาดาวน์โหลดแผ่นติดผนังของฉบับที่ใช้อยู่',
      withdrawn: 'องค์กรเลิกใช้ประกาศนี้แล้ว',
    },
  },
  weighs: {
    sensitive: 'มีข้อมูลอ่อนไหวตามมาตรา 26',
    abroad: 'มีการส่งหรือเก็บข้อมูลในต่างประเทศ (มาตรา 28)',
    marketing: 'มีการใช้ข้อมูลเพื่อการตลาด',
    children: 'มีข้อมูลของผู้เยาว์ (มาตรา 20)',
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
