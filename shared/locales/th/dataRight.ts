/** สิทธิของเจ้าของข้อมูลส่วนบุคคลที่แบบคำขอเสนอ */
const dataRight = {
  builtIn: 'สิทธิตามกฎหมายลบไม่ได้ ปิดการเสนอในแบบแทนได้',
  inUse: 'ลบไม่ได้ เพราะมี {{number}} แบบคำขอเสนอสิทธินี้อยู่ นำออกจากแบบก่อน',
  limit: 'เพิ่มสิทธิเองได้ไม่เกิน {{limit}} รายการ',
  nameTaken: 'มีสิทธิชื่อนี้อยู่แล้ว',
  days: 'ต้องเป็นจำนวนวันตั้งแต่ 1 ถึง 365',
};

export default dataRight;

declare module '../texts.ts' {
  interface Texts {
    dataRight: typeof dataRight;
  }
}
