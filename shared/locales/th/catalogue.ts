/** เหตุที่เพิ่มคำในรายการให้เลือกไม่ได้ */
const catalogue = {
  nameTaken: 'มีค่านี้ในรายการแล้ว กรุณาใช้ค่าอื่น',
  limit: 'เพิ่มค่าเองได้ไม่เกิน {{limit}} รายการ กรุณาลบค่าที่ไม่ใช้',
};

export default catalogue;

declare module '../texts.ts' {
  interface Texts {
    catalogue: typeof catalogue;
  }
}
