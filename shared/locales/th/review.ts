/** The review of records of processing, and their codes. */
const review = {
  processCodeHelp: 'รหัสของหน่วยงานสำหรับกิจกรรมนี้ ถ้ามี ห้ามซ้ำกัน เช่น HR-001',
  reviewOnHelp: 'ระบบเตือนผู้รับผิดชอบและ DPO ก่อนถึงวันนี้และเมื่อเลยกำหนด',
  due: 'ทบทวนภายใน {{day}}',
  notPlanned: 'ยังไม่กำหนดวันทบทวน',
  last: 'ทบทวนล่าสุด {{time}} โดย {{name}}',
  never: 'ยังไม่เคยทบทวน',
  finish: 'ทบทวนแล้ว',
  finishTitle: 'บันทึกว่าทบทวนแล้ว',
  finishLead: 'บันทึกชื่อคุณและเวลานี้ไว้ในประวัติ เนื้อหาที่เผยแพร่ไม่เปลี่ยน หากมีอะไรไม่ตรงกับที่ทำจริง ให้แก้ไขบันทึกก่อน',
  nextOn: 'วันทบทวนครั้งถัดไป',
  nextOnHelp: 'เว้นว่างได้ ถ้าไม่ต้องทบทวนอีก',
  finished: 'บันทึกการทบทวนแล้ว',
  settings: {
    title: 'การทบทวนบันทึกกิจกรรม',
    lead: 'ใช้กับทุกบันทึกที่มีวันทบทวน เตือนทางกระดิ่งและอีเมล และเตือนอีกครั้งเมื่อเลยกำหนด',
    months: 'ทบทวนทุกกี่เดือน',
    monthsHelp: 'ใช้เสนอวันทบทวนครั้งถัดไป',
    monthsUnit: 'เดือน',
    monthsValue: '{{number}} เดือน',
    alertDays: 'เตือนเมื่อใด',
    onTheDay: 'ในวันทบทวน',
    daysBefore: 'ก่อน {{number}} วัน',
    oneDayBefore: 'ก่อน 1 วัน',
    noAlerts: 'เตือนเมื่อเลยกำหนดเท่านั้น',
    saved: 'บันทึกการตั้งค่าแล้ว',
    open: 'ตั้งค่าการเตือน',
  },
};

export default review;

declare module '../texts.ts' {
  interface Texts {
    review: typeof review;
  }
}
