/** ข้อมูลของเจ้าของข้อมูลที่ระบบนี้เก็บไว้เอง */
const subjectData = {
  title: 'ข้อมูลของท่านในระบบบริหารงานคุ้มครองข้อมูลส่วนบุคคลของเรา',
  gatheredAt: 'รวบรวมเมื่อ',
  searchedBy: 'ค้นด้วย: {{keys}}',
  notSearched: 'ค้นไม่ได้ เพราะคำขอไม่มีรหัสหรือที่อยู่ที่ยืนยันแล้วซึ่งใช้ค้นที่นี่',
  unconfirmed: 'ไม่ได้ค้นด้วย {{keys}} เพราะยังไม่ยืนยันว่าเป็นของท่าน',
  nothing: 'ไม่พบข้อมูล',
  key: { uid: 'รหัสผู้ใช้ (uid)', email: 'อีเมล' },
  source: {
    userConsent: 'ประวัติการให้และถอนความยินยอม',
    consent: 'สถานะความยินยอมปัจจุบัน',
    consentReceipt: 'ใบรับความยินยอม',
    request: 'คำขอใช้สิทธิครั้งอื่น',
    incident: 'เหตุละเมิดที่ท่านรายงาน',
    incidentNotification: 'การแจ้งเหตุละเมิดถึงท่าน',
    dataRightsProtocol: 'ข้อมูลที่ตัวแทนที่ได้รับมอบอำนาจส่งมากับคำขอ',
  },
  field: {
    at: 'เมื่อ',
    form: 'แบบความยินยอม',
    version: 'ฉบับ',
    uid: 'รหัสผู้ใช้ (uid)',
    name: 'ชื่อ',
    guardian: 'ผู้ใช้อำนาจปกครอง',
    action: 'คำตอบ',
    allowed: 'ยินยอม',
    notAllowed: 'ไม่ยินยอม',
    ended: 'สิ้นผลเมื่อ',
    channel: 'ช่องทาง',
    place: 'แหล่งที่มา',
    receipt: 'เลขที่ใบรับ',
    address: 'ที่อยู่',
    issuedBy: 'ออกโดย',
    number: 'เลขที่',
    email: 'อีเมล',
    telephone: 'หมายเลขโทรศัพท์',
    rights: 'สิทธิ',
    wishes: 'สิ่งที่ขอ',
    status: 'สถานะ',
    closedAt: 'ปิดเมื่อ',
    subject: 'หัวข้อ',
    message: 'ข้อความที่แจ้ง',
    agent: 'ตัวแทน',
    relationships: 'ความสัมพันธ์',
    powerOfAttorney: 'หนังสือมอบอำนาจ',
    delivery: 'ผลการส่งอีเมล',
  },
  delivery: {
    waiting: 'กำลังส่ง',
    sent: 'ส่งแล้ว',
    kept: 'เก็บไว้ ยังไม่ได้ส่ง',
    failed: 'ส่งไม่สำเร็จ',
    OTHERWISE: 'ส่งไม่สำเร็จ แจ้งทางอื่นแล้ว',
    GIVEN_UP: 'ส่งไม่สำเร็จ และติดต่อทางอื่นไม่ได้',
  },
};

export default subjectData;

declare module '../texts.ts' {
  interface Texts {
    subjectData: typeof subjectData;
  }
}
