const clock = {
  word: {
    running: 'เหลือ',
    overdue: 'เกินกำหนด',
    stopped: 'หยุดนับ เหลือ',
    met: 'แจ้งทันกำหนด',
    late: 'แจ้งล่าช้า',
    notNeeded: 'ไม่ต้องแจ้ง',
  },
  spoken: {
    running: 'เหลือเวลา {{span}}',
    overdue: 'เกินกำหนดแล้ว {{span}}',
    stopped: 'หยุดนับเวลา เหลือ {{span}}',
    met: 'แจ้งทันกำหนด เหลือเวลา {{span}}',
    late: 'แจ้งล่าช้า {{span}}',
    notNeeded: 'ไม่ต้องแจ้ง',
  },
  span: '{{hours}} ชั่วโมง {{minutes}} นาที',
  /** กำหนดที่นับเป็นวันปฏิทิน */
  days: {
    today: 'ครบกำหนดวันนี้',
    running_other: 'เหลือ {{number}} วัน',
    overdue_other: 'เกินกำหนด {{number}} วัน',
    stopped_other: 'หยุดนับ เหลือ {{number}} วัน',
    met_other: 'ตอบทันกำหนด',
    afterDue_other: 'ตอบล่าช้า {{number}} วัน',
    notNeeded_other: 'ไม่ต้องนับต่อ',
  },
  hoursUnit: 'ชม.',
  moment: '{{date}} {{time}} น.',
  due: 'ครบกำหนด {{moment}}',
  endedAt: 'สิ้นสุดเมื่อ {{moment}}',
  stoppedAt: 'หยุดนับเมื่อ {{moment}}',
  nowOverdue: 'เกินกำหนดแล้ว',
  tab: { running: '{{time}}', overdue: 'เกิน {{time}}' },
  both: {
    title: 'วิธีนับกำหนดสองแบบ',
    why: 'เวลาที่ทราบเหตุกับเวลาที่บันทึกเหตุต่างกัน จึงนับกำหนดได้สองแบบ',
    advice: 'ควรแจ้งภายในกำหนดที่ถึงก่อน',
    creation: 'นับแต่บันทึกเหตุ',
    awareness: 'นับแต่ทราบเหตุ',
    earlier: 'ถึงกำหนดก่อน',
    starts: 'เริ่มนับ',
    due: 'ครบกำหนด',
  },
  editing: {
    one: '{{name}} กำลังแก้ไขรายการนี้อยู่',
    other: '{{names}} กำลังแก้ไขรายการนี้อยู่',
  },
  bell: {
    title: 'กำหนดที่ยังเปิดอยู่',
    more: 'อีก {{count}} เรื่อง',
    moreOf: 'อีก {{count}} เรื่อง · {{list}}',
    failed: 'โหลดกำหนดเวลาไม่สำเร็จ กรุณาลองใหม่',
  },
};

export default clock;

declare module '../texts.ts' {
  interface Texts {
    clock: typeof clock;
  }
}
