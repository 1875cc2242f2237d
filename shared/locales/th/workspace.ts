/** พื้นที่ทำงาน แพ็กเกจ และโมดูลที่เปิดใช้ */
const workspace = {
  title: 'พื้นที่ทำงาน',
  lead: 'พื้นที่ทำงานที่คุณเป็นผู้ดูแลระบบ พร้อมแพ็กเกจและโมดูลที่เปิดใช้',
  add: 'สร้างพื้นที่ทำงาน',
  edit: 'แก้ไขพื้นที่ทำงาน',
  open: 'เข้าพื้นที่ทำงานนี้',
  current: 'พื้นที่ทำงานปัจจุบัน',
  search: 'ค้นหาพื้นที่ทำงาน',
  organization: 'องค์กร',
  name: 'ชื่อพื้นที่ทำงาน',
  tier: 'แพ็กเกจ',
  tierName: { Basic: 'Basic', Standard: 'Standard', Pro: 'Pro', Unlimit: 'Unlimit' },
  encryptBoxUrl: 'ที่อยู่กล่องเข้ารหัส',
  flags: 'โมดูลที่เปิดใช้',
  flag: {
    dashboardEnabled: 'แดชบอร์ด',
    privacyEnabled: 'ประกาศความเป็นส่วนตัว',
    ropaInventoryEnabled: 'บันทึกรายการกิจกรรม (ROPA) และคลังข้อมูลส่วนบุคคล',
    consentEnabled: 'ความยินยอม',
    dsrmEnabled: 'คำขอใช้สิทธิของเจ้าของข้อมูลส่วนบุคคล',
    dataBreachEnabled: 'เหตุละเมิดข้อมูลส่วนบุคคล',
    dpiaEnabled: 'การประเมินผลกระทบ (DPIA)',
    approvalLineEnable: 'สายการอนุมัติ',
    adminConsoleEnable: 'คอนโซลผู้ดูแลระบบ',
  },
  applyDefaults: 'ใช้โมดูลเริ่มต้นของแพ็กเกจนี้',
  applyDefaultsHint: 'ตั้งสวิตช์ด้านล่างตามค่าเริ่มต้นของแพ็กเกจ {{tier}} แล้วปรับเปิดปิดเองได้',
  retention: 'ระยะเวลาเก็บข้อมูล',
  activityMonths: 'เก็บบันทึกกิจกรรม',
  activityMonthsHint: 'รายการที่เก่ากว่านี้จะถูกลบถาวรทุกวัน',
  consentMonths: 'เก็บประวัติความยินยอม',
  consentMonthsHint: 'คำตอบล่าสุดของเจ้าของข้อมูลแต่ละคนเก็บไว้เสมอ คำตอบก่อนหน้าที่เก่ากว่านี้จะถูกลบถาวรพร้อมใบรับ',
  keptForever: 'เก็บไว้ตลอดไป',
  keptMonths: '{{count}} เดือน',
  keptYears: '{{count}} ปี',
  role: 'บทบาทของคุณ',
  personnelCount: 'บุคลากร',
  applicationCount: 'แอปพลิเคชัน',
  usage: '{{used}} จาก {{limit}}',
  unlimited: 'ไม่จำกัด',
  created: 'สร้างพื้นที่ทำงานแล้ว',
  updated: 'บันทึกพื้นที่ทำงานแล้ว',
  removed: 'ลบพื้นที่ทำงานแล้ว',
  remove: 'ลบพื้นที่ทำงาน',
  removeTitle: 'ลบพื้นที่ทำงาน “{{name}}” หรือไม่',
  removeBody: 'ข้อมูลทั้งหมดในพื้นที่ทำงานนี้จะถูกลบถาวร รวมถึงบันทึกกิจกรรม ไฟล์ และฉบับที่เผยแพร่แล้ว กู้คืนไม่ได้',
  confirmation: 'พิมพ์ชื่อพื้นที่ทำงานเพื่อยืนยัน',
  // เหตุที่ทำรายการไม่ได้
  confirmationDiffers: 'ชื่อที่พิมพ์ไม่ตรงกับชื่อพื้นที่ทำงาน',
  last: 'ลบไม่ได้ เพราะเป็นพื้นที่ทำงานเดียวที่คุณใช้งานอยู่',
  tierTooSmall:
    'แพ็กเกจ {{tier}} เล็กกว่าที่ใช้อยู่: แอปพลิเคชัน {{applications}} รายการ (จำกัด {{applicationLimit}}) บุคลากร {{personnel}} คน (จำกัด {{personnelLimit}})',
  limit: {
    personnel: 'แพ็กเกจนี้มีบุคลากรได้ไม่เกิน {{limit}} คน',
    applications: 'แพ็กเกจนี้มีแอปพลิเคชันได้ไม่เกิน {{limit}} รายการ',
  },
};

export default workspace;

declare module '../texts.ts' {
  interface Texts {
    workspace: typeof workspace;
  }
}
