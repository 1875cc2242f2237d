/** เหตุที่ทำรายการกับหมวดหมู่วัตถุประสงค์ไม่ได้ */
const purposeCategory = {
  limit: 'กำหนดหมวดหมู่เองได้ไม่เกิน {{limit}} รายการ กรุณาลบที่ไม่ใช้',
  nameTaken: 'มีหมวดหมู่ชื่อนี้แล้ว กรุณาใช้ชื่ออื่น',
  builtIn: 'หมวดหมู่ที่มากับระบบแก้ไขหรือลบไม่ได้ กรุณาเพิ่มหมวดหมู่ใหม่',
  inUse_other: 'ลบไม่ได้ เพราะ {{number}} วัตถุประสงค์ใช้หมวดหมู่นี้อยู่ กรุณาเปลี่ยนก่อน',
};

export default purposeCategory;

declare module '../texts.ts' {
  interface Texts {
    purposeCategory: typeof purposeCategory;
  }
}
