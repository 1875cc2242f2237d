/** ความคิดเห็นต่อช่องข้อมูลของรายการ */
const comment = {
  title: 'ความคิดเห็น',
  record: 'ทั้งรายการ',
  none: 'ยังไม่มีความคิดเห็น',
  noneOpen: 'ไม่มีประเด็นที่ยังเปิดอยู่',
  open: 'แสดงความคิดเห็นทั้งรายการ',
  of: 'ความคิดเห็น: {{field}}',
  ofCount_other: 'ความคิดเห็น: {{field}} ({{number}} ประเด็นที่ยังเปิดอยู่)',
  threads_other: '{{number}} ประเด็น',
  showResolved_other: 'แสดงประเด็นที่ปิดแล้ว ({{number}})',
  body: 'ความคิดเห็น',
  mention: 'แจ้งบุคลากร',
  mentionHelp: 'ผู้ที่เลือกได้รับการแจ้งเตือน',
  mentioned: 'แจ้ง {{names}}',
  add: 'เพิ่มความคิดเห็น',
  reply: 'ตอบกลับ',
  send: 'ส่ง',
  cancel: 'ยกเลิก',
  resolve: 'ปิดประเด็น',
  reopen: 'เปิดประเด็นอีกครั้ง',
  resolved: 'ปิดโดย {{name}} เมื่อ {{time}}',
  formerMember: 'ผู้ที่ออกจากพื้นที่ทำงานแล้ว',
  refusal: {
    full: 'รายการนี้มีความคิดเห็นครบ {{limit}} รายการแล้ว กรุณาปิดประเด็นเดิม และสรุปผลไว้ในช่องข้อมูลแทน',
    mention: 'เลือกได้เฉพาะบุคลากรที่ใช้งานอยู่และมีสิทธิ์ดูรายการนี้ กรุณาเลือกคนอื่น',
    threadNotFound: 'ไม่พบประเด็นนี้ โหลดหน้าใหม่แล้วลองอีกครั้ง',
  },
};

export default comment;

declare module '../texts.ts' {
  interface Texts {
    comment: typeof comment;
  }
}
