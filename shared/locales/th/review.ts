/** The review of records of processing, and their codes. */
const review = {
  processCodeHelp: 'รหัสของหน่วยงานสำหรับกิจกรรมนี้ หากมี ห้ามซ้ำกัน เช่น HR-001',
  reviewOnHelp: 'ระบบเตือนผู้รับผิดชอบและ DPO ก่อนถึงวันนี้และเมื่อเกินกำหนด',
  due: 'ทบทวนภายใน {{day}}',
  notPlanned: 'ยังไม่กำหนดวันทบทวน',
  last: 'ทบทวนล่าสุด {{time}} โดย {{name}}',
  never: 'ยังไม่เคยทบทวน',
  finish: 'บันทึกว่าทบทวนแล้ว',
  finishTitle: 'บันทึกว่าทบทวนแล้ว',
  finishLead: 'ระบบเก็บชื่อคุณและเวลาไว้ในประวัติ เนื้อหาที่เผยแพร่ไม่เปลี่ยน หากมีส่วนที่ไม่ตรงกับที่ทำจริง กรุณาแก้ไขก่อน',
  nextOn: 'วันทบทวนครั้งถัดไป',
  nextOnHelp: 'เว้นว่างได้ หากไม่ต้องทบทวนอีก',
  finished: 'บันทึกการทบทวนแล้ว',
  settings: {
    title: 'การทบทวนบันทึก RoPA',
    lead: 'ใช้กับบันทึก RoPA ทุกรายการที่มีวันทบทวน เตือนทางกระดิ่งและอีเมล และเตือนอีกครั้งเมื่อเกินกำหนด',
    months: 'ทบทวนทุก',
    monthsHelp: 'ใช้เสนอวันทบทวนครั้งถัดไป',
    monthsUnit: 'เดือน',
    monthsValue_other: '{{number}} เดือน',
    alertDays: 'เตือนเมื่อใด',
    onTheDay: 'ในวันทบทวน',
    daysBefore_other: 'ก่อน {{number}} วัน',
    noAlerts: 'เตือนเมื่อเกินกำหนดเท่านั้น',
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
