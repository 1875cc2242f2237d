/** หน้าจอหมวดหมู่วัตถุประสงค์ */
const purposeCategoryScreen = {
  title: 'หมวดหมู่วัตถุประสงค์',
  section: { identity: 'ข้อมูลทั่วไป' },
  lead: 'จัดกลุ่มวัตถุประสงค์เพื่อค้นหาและรายงาน',
  add: 'เพิ่มหมวดหมู่',
  edit: 'แก้ไขหมวดหมู่',
  search: 'ค้นหาหมวดหมู่',
  emptyTitle: 'ยังไม่มีหมวดหมู่',
  emptyBody: 'เพิ่มหมวดหมู่ที่ตรงกับงานขององค์กร',
  name: 'ชื่อหมวดหมู่',
  description: 'คำอธิบาย',
  detail: 'รายละเอียดเพิ่มเติม',
  purposes: 'วัตถุประสงค์',
  builtIn: 'มากับระบบ',
  custom: 'กำหนดเอง',
  kind: 'ชนิด',
  used: 'หมวดหมู่ที่กำหนดเอง {{used}} จาก {{limit}}',
  full: 'กำหนดหมวดหมู่เองได้ไม่เกิน {{limit}} รายการ กรุณาลบรายการที่ไม่ใช้ก่อน',
  saved: 'บันทึกหมวดหมู่แล้ว',
  removed: 'ลบหมวดหมู่แล้ว',
  removeTitle: 'ลบหมวดหมู่ “{{name}}” หรือไม่',
  removeBody: 'ระบบจะลบหมวดหมู่นี้อย่างถาวร',
  inUse_other: 'ลบไม่ได้ เพราะ {{number}} วัตถุประสงค์ใช้อยู่',
  builtInNote: 'หมวดหมู่ที่มากับระบบแก้ไขหรือลบไม่ได้',
};

export default purposeCategoryScreen;

declare module '../texts.ts' {
  interface Texts {
    purposeCategoryScreen: typeof purposeCategoryScreen;
  }
}
