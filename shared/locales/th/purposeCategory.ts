/** เหตุที่ทำรายการกับหมวดหมู่วัตถุประสงค์ไม่ได้ */
const purposeCategory = {
  limit: 'กำหนดหมวดหมู่เองได้ไม่เกิน {{limit}} รายการ',
  nameTaken: 'มีหมวดหมู่ชื่อนี้อยู่แล้ว',
  builtIn: 'หมวดหมู่ที่มากับระบบแก้ไขหรือลบไม่ได้',
  inUse: 'ลบไม่ได้ เพราะมี {{number}} วัตถุประสงค์ใช้หมวดหมู่นี้อยู่',
};

export default purposeCategory;

declare module '../texts.ts' {
  interface Texts {
    purposeCategory: typeof purposeCategory;
  }
}
