const requestDashboard = {
  title: 'แดชบอร์ดคำขอ',
  lead: 'คำขอใช้สิทธิของเจ้าของข้อมูลที่ยังไม่ปิด กำหนดตอบ และเวลาที่ใช้ตอบ ปรับปรุงทันที',
  emptyTitle: 'ยังไม่มีคำขอใช้สิทธิ',
  emptyBody: 'เมื่อมีคำขอจากแบบคำขอหรือที่บุคลากรบันทึก หน้านี้จะแสดงกำหนดตอบ สิทธิที่ขอ และเวลาที่ใช้ตอบ',
  emptyAction: 'ไปที่แบบคำขอ',
  print: 'พิมพ์',
  period: 'ช่วงเวลา',
  lastMonths_other: '{{number}} เดือนล่าสุด',
  answer: {
    nothingOverdue: 'ไม่มีสิทธิใดเกินกำหนดตอบ',
    overdue_other: 'เกินกำหนดนับจากวันรับคำขอ {{number}} สิทธิ ควรตอบก่อนรายการอื่น',
    overdueBySetting_other: 'เกินกำหนดของเรา {{number}} สิทธิ แต่ยังไม่เกินกำหนดนับจากวันรับคำขอ',
  },
  counting:
    'วันรับคำขอคือวันที่คำขอถึงองค์กร (นับแบบมาตรา 30 วรรคสี่ ไม่หยุดนับ) ส่วนกำหนดของเราอาจเริ่มเมื่อยืนยันตัวตน และหยุดนับระหว่างรอเจ้าของข้อมูลตอบ',
  figure: {
    open: 'สิทธิที่ยังไม่ได้ตอบ',
    received: 'ได้รับในช่วงนี้ {{number}} คำขอ ช่วงก่อนหน้า {{before}} คำขอ',
    overdue: 'เกินกำหนดนับจากวันรับคำขอ',
    bySetting: 'เกินกำหนดของเรา {{number}} สิทธิ',
    late: 'คำขอที่ตอบล่าช้า',
    onTime: 'ตอบทันกำหนด {{number}} จาก {{answered}} คำขอที่ตอบแล้ว',
    median: 'ค่ากลางของเวลาตอบ',
    medianDays_other: '{{number}} วัน',
    medianNote: 'นับจากวันรับคำขอ ถึงวันตอบสิทธิสุดท้าย',
    before: 'ช่วงก่อนหน้า {{value}}',
  },
  months: {
    title: 'คำขอรายเดือน',
    lead: 'ตามเดือนที่ได้รับ ส่วนล่างของแต่ละแท่งคือคำขอที่ปิดแล้ว',
    month: 'เดือน',
    received: 'ได้รับ',
    completed: 'ดำเนินการแล้ว',
    rejected: 'ปฏิเสธหรือปิด',
    late: 'ตอบล่าช้า',
    description: '{{month}}: ได้รับ {{received}} ปิดแล้ว {{closed}}',
  },
  chart: {
    stage: 'สิทธิที่ยังไม่ได้ตอบ ตามขั้นตอน',
    right: 'สิทธิที่ขอ',
    application: 'แอปพลิเคชันที่มีคำขอมากที่สุด 10 อันดับแรก',
    ground: 'เหตุที่ปฏิเสธหรือปิด',
    forecast: 'ครบกำหนดใน 30 วันข้างหน้า',
  },
  column: {
    rights: 'จำนวนสิทธิ',
    requests: 'จำนวนคำขอ',
    late: 'ตอบล่าช้า',
    date: 'วันที่',
    byReceipt: 'กำหนดนับจากวันรับคำขอ',
    bySetting: 'กำหนดของเรา',
  },
  overdueNote_other: 'ตอบล่าช้า {{number}} สิทธิ',
  settingNote_other: 'กำหนดของเรา {{number}} สิทธิ',
  forecastLead: 'ตามกำหนดนับจากวันรับคำขอ จำนวนตามกำหนดของเราอยู่ใต้วันที่',
  nothing: 'ไม่มีรายการในช่วงนี้',
  nothingDue: 'ไม่มีสิทธิใดครบกำหนดใน 30 วันข้างหน้า',
  /** Its card on the programme overview. */
  overview: {
    title: 'คำขอใช้สิทธิ',
    open: 'ยังไม่ปิด',
    unassigned: 'ยังไม่เริ่มดำเนินการ',
    overdueRights: 'สิทธิที่เกินกำหนด',
  },
};

export default requestDashboard;

declare module '../texts.ts' {
  interface Texts {
    requestDashboard: typeof requestDashboard;
  }
}
