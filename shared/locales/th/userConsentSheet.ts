/** หัวคอลัมน์และคำในตารางประวัติความยินยอม (ส่งออกและนำเข้า) */
const userConsentSheet = {
  title: 'ประวัติความยินยอม',
  heading: {
    uid: 'รหัสเจ้าของข้อมูล',
    name: 'ชื่อ',
    action: 'การตอบ',
    changed: 'เปลี่ยนจากเดิม',
    version: 'ฉบับที่',
    language: 'ภาษา',
    source: 'แหล่งที่มา',
    channel: 'ช่องทาง',
    at: 'เวลา',
    guardianFirstName: 'ชื่อผู้ปกครอง',
    guardianLastName: 'นามสกุลผู้ปกครอง',
    guardianEmail: 'อีเมลผู้ปกครอง',
    guardianTelephone: 'โทรศัพท์ผู้ปกครอง',
    expiresAt: 'วันหมดอายุ',
    knownBy: 'ระบุตัวด้วย',
    id: 'เลขที่คำตอบ',
    sha256: 'ค่าแฮชของข้อความที่แสดง (SHA-256)',
    notice: 'ประกาศความเป็นส่วนตัวที่มีผลขณะนั้น',
    noticeSha256: 'ค่าแฮชของประกาศ (SHA-256)',
  },
  noticeVersion: '{{name}} ฉบับที่ {{version}}',
  action: { ALL: 'ยินยอมทั้งหมด', ACCEPT: 'ยินยอมบางส่วน', NONE: 'ไม่ยินยอม' },
  answer: { yes: 'ยินยอม', no: 'ไม่ยินยอม', former: 'ยินยอม (ฉบับนี้ไม่ได้ขอ)' },
  changed: { yes: 'ใช่', no: 'ไม่ใช่' },
  knownBy: {
    token: 'โทเค็นที่องค์กรลงนาม',
    browser: 'เบราว์เซอร์หรือแอปเครื่องนี้',
    uid: 'รหัส (uid) อย่างเดียว',
    link: 'ลิงก์ของเจ้าของข้อมูล',
    request: 'คำขอใช้สิทธิที่ยืนยันตัวตนแล้ว',
    import: 'องค์กรนำเข้า',
    unknown: 'ไม่ได้บันทึกไว้',
  },
  filter: {
    version: 'ฉบับที่ {{version}}',
    changed: 'เฉพาะที่เปลี่ยนจากเดิม',
    purpose: 'ยินยอมให้ “{{title}}”',
    source: 'แหล่งที่มา: {{source}}',
    noSource: 'ไม่ระบุแหล่งที่มา',
    period: 'ช่วงเวลา {{from}} – {{to}}',
    oneSubject: 'เจ้าของข้อมูลหนึ่งราย',
  },
};

export default userConsentSheet;

declare module '../texts.ts' {
  interface Texts {
    userConsentSheet: typeof userConsentSheet;
  }
}
