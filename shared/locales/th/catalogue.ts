/** เหตุที่เพิ่มคำในรายการให้เลือกไม่ได้ */
const catalogue = {
  nameTaken: 'มีคำนี้ในรายการอยู่แล้ว',
  limit: 'เพิ่มคำเองได้ไม่เกิน {{limit}} รายการ',
};

export default catalogue;

declare module '../texts.ts' {
  interface Texts {
    catalogue: typeof catalogue;
  }
}
