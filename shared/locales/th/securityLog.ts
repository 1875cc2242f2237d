/** บันทึกความปลอดภัย */
const securityLog = {
  title: 'บันทึกความปลอดภัย',
  lead: 'การเข้าสู่ระบบ สิทธิ์ การนำข้อมูลออก และการลบ ของทั้งองค์กร แก้ไขหรือลบไม่ได้ เก็บไว้ 2 ปี',
  search: 'ค้นหาจากชื่อ อีเมล รายการ หรือพื้นที่ทำงาน',
  emptyTitle: 'ยังไม่มีบันทึก',
  emptyBody: 'การเข้าสู่ระบบ การเปลี่ยนบทบาท การส่งออก และการลบข้อมูลจะแสดงที่นี่',
  what: 'เหตุการณ์',
  subject: 'รายการ',
  topicLabel: 'เรื่อง',
  who: 'ผู้ใช้',
  email: 'อีเมล',
  system: 'ระบบ',
  workspace: 'พื้นที่ทำงาน',
  account: 'ทุกพื้นที่ทำงานของผู้ใช้',
  dates: 'ช่วงวันที่',
  time: 'เวลา',
  topic: {
    ALL: 'ทั้งหมด',
    signIn: 'การเข้าสู่ระบบ',
    password: 'รหัสผ่าน',
    access: 'สิทธิ์และบทบาท',
    data: 'การนำข้อมูลออก',
    deletion: 'การลบ',
  },
  /** One sentence an event, its dot as an underscore. */
  event: {
    signIn_succeeded: 'เข้าสู่ระบบ',
    signIn_provider: 'เข้าสู่ระบบด้วยบัญชีองค์กร',
    signIn_failed: 'ใส่รหัสผ่านผิด',
    signIn_locked: 'ลองรหัสผ่านหลายครั้งเกินไป ระบบให้รอ',
    signIn_ended: 'ออกจากระบบ',
    password_resetRequested: 'ขอตั้งรหัสผ่านใหม่',
    password_operator: 'ผู้ดูแลเครื่องแม่ข่ายออกลิงก์ตั้งรหัสผ่านใหม่',
    password_changed: 'ตั้งรหัสผ่านใหม่',
    personnel_invited: 'เชิญบุคลากร',
    personnel_joined: 'เข้าร่วมพื้นที่ทำงาน',
    personnel_updated: 'เปลี่ยนบทบาทจาก {{from}} เป็น {{to}}',
    personnel_suspended: 'ระงับการใช้งาน',
    identityFact_failed: 'ตอบข้อเท็จจริงยืนยันตัวตนของคำขอผิดหลายครั้ง ระบบเลิกเทียบ',
    request_codesRefused: 'ใส่รหัสของลิงก์คำขอผิดหลายครั้ง ระบบให้รอ',
    authorisedAgent_refused: 'มีการเรียก Data Rights Protocol ในนามตัวแทนโดยไม่มีสิทธิ์หลายครั้ง ระบบให้รอ',
    personnel_unsuspended: 'ยกเลิกการระงับ',
    personnel_signedOut: 'สั่งออกจากระบบ',
    export_started: 'ส่งออก {{kind}} ({{format}})',
    file_downloaded: 'ดาวน์โหลดไฟล์',
    userConsent_read: 'เปิดประวัติความยินยอมของเจ้าของข้อมูล',
    userConsent_linked: 'ออกลิงก์ประวัติความยินยอม',
    crypto_decrypted: 'ถอดรหัสข้อมูลผ่าน API',
    crypto_keyReplaced: 'เปลี่ยนกุญแจเข้ารหัสของพื้นที่ทำงาน',
    crypto_signingKeyReplaced: 'เปลี่ยนกุญแจลงนามใบรับและรายการส่งออก',
    crypto_keysExported: 'ส่งออกกุญแจของข้อมูลที่เข้ารหัสผ่าน API',
    application_removed: 'ลบแอปพลิเคชัน',
    purpose_removed: 'ลบวัตถุประสงค์',
    purposeCategory_removed: 'ลบหมวดหมู่วัตถุประสงค์',
    dataController_removed: 'ลบผู้ควบคุมข้อมูล',
    workspaceDeletion_requested: 'สั่งลบพื้นที่ทำงาน',
    workspaceDeletion_undone: 'ยกเลิกการลบพื้นที่ทำงาน',
    workspaceDeletion_finished: 'ลบพื้นที่ทำงานเสร็จสิ้น',
  },
};

export default securityLog;

declare module '../texts.ts' {
  interface Texts {
    securityLog: typeof securityLog;
  }
}
