/** มุมมองที่บันทึกไว้ของรายการ */
const savedView = {
  views: 'มุมมอง',
  current: 'มุมมอง: {{name}}',
  save: 'บันทึกมุมมองนี้',
  saveTitle: 'บันทึกมุมมอง',
  saveBody: 'เก็บตัวกรองและการเรียงลำดับที่ใช้อยู่ ไม่เก็บคำค้นหา เพราะอาจเป็นข้อมูลส่วนบุคคล',
  name: 'ชื่อมุมมอง',
  share: 'ให้ทุกคนในพื้นที่ทำงานเห็น',
  shareHelp: 'แต่ละคนเห็นเฉพาะรายการที่มีสิทธิ์เห็น',
  saved: 'บันทึกมุมมองแล้ว',
  manage: 'จัดการมุมมอง',
  manageTitle: 'มุมมองของฉัน',
  replace: 'ใช้ตัวกรองปัจจุบันแทน',
  edit: 'แก้ไข {{name}}',
  remove: 'ลบ {{name}}',
  removed: 'ลบมุมมองแล้ว',
  sharedBy: 'แชร์โดย {{name}}',
  none: 'ยังไม่มีมุมมองที่บันทึกไว้',
  submit: 'บันทึก',
  refusal: {
    nameTaken: 'มีมุมมองชื่อนี้แล้ว กรุณาใช้ชื่ออื่น',
    notFound: 'ไม่พบมุมมองนี้ หรือเป็นของผู้อื่น กรุณาเลือกมุมมองอื่น',
    tooMany: 'บันทึกได้ไม่เกิน {{most}} มุมมองต่อรายการ กรุณาลบบางมุมมองก่อน',
  },
};

export default savedView;

declare module '../texts.ts' {
  interface Texts {
    savedView: typeof savedView;
  }
}
