/** คำที่ทุกหน้าจอใช้เหมือนกัน */
const common = {
  export: 'ส่งออก',
  edit: 'แก้ไข',
  remove: 'ลบ',
  open: 'เปิด',
  updatedAt: 'แก้ไขล่าสุด',
  createdAt: 'เพิ่มเมื่อ',
  updatedBy: 'แก้ไขโดย',
  all: 'ทั้งหมด',
  history: 'ประวัติ',
  saved: 'บันทึกแล้ว',
  newest: 'ดูฉบับล่าสุด',
  yours: 'ข้อความของคุณ',
  theirs: 'ผู้อื่นบันทึกไว้',
  yes: 'ใช่',
  no: 'ไม่ใช่',
};

export default common;

declare module '../texts.ts' {
  interface Texts {
    common: typeof common;
  }
}
