/** บันทึกการปฏิเสธคำขอใช้สิทธิ */
const requestRefusal = {
  title: 'บันทึกการปฏิเสธ',
  lead: 'สิทธิที่องค์กรปฏิเสธทั้งสิทธิหรือบางส่วน พร้อมเหตุและเหตุผล มาตรา 39(7) ให้บันทึกการปฏิเสธตามมาตรา 30, 31, 32 และ 36 ส่วนสิทธิอื่นบันทึกไว้ด้วยและมีป้ายกำกับ',
  exportTitle: 'บันทึกการปฏิเสธคำขอใช้สิทธิ',
  search: 'ค้นหาเลขที่คำขอ',
  customRight: 'สิทธิที่เพิ่มเอง',
  fullRight: 'ทั้งสิทธิ',
  partOf: 'บางส่วน: {{task}}',
  rightInPart: '{{right}} (บางส่วน)',
  sectionOf: 'ม.{{section}}',
  period: 'วันที่ปฏิเสธ',
  requiredFilter: 'ตามมาตรา 39(7)',
  required: {
    YES: 'มาตรา 39(7) ให้บันทึก',
    NO: 'มาตรา 39(7) ไม่ได้กำหนดให้บันทึก',
  },
  requiredTag: { YES: 'ม.39(7)', NO: 'นอก ม.39(7)' },
  column: {
    number: 'เลขที่คำขอ',
    right: 'สิทธิ',
    part: 'ขอบเขต',
    section: 'มาตรา',
    required: 'ตามมาตรา 39(7)',
    ground: 'เหตุที่ปฏิเสธ',
    reason: 'เหตุผล',
    application: 'แอปพลิเคชัน',
    receivedAt: 'วันที่ได้รับ',
    closedAt: 'วันที่ปฏิเสธ',
    decidedBy: 'ผู้ปฏิเสธ',
  },
  empty: {
    title: 'ยังไม่มีการปฏิเสธ',
    body: 'เมื่อปฏิเสธสิทธิในคำขอโดยระบุเหตุ สิทธินั้นจะอยู่ในบันทึกการปฏิเสธจนกว่าจะเปิดอีกครั้ง งานที่ปฏิเสธในสิทธิที่ดำเนินการเสร็จแล้วก็อยู่ในบันทึกนี้ด้วย',
  },
};

export default requestRefusal;

declare module '../texts.ts' {
  interface Texts {
    requestRefusal: typeof requestRefusal;
  }
}
