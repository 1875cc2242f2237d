const incidentDashboard = {
  title: 'แดชบอร์ดเหตุละเมิด',
  lead: 'เหตุที่ยังไม่ปิด เวลาที่เหลือในการแจ้งสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (สคส.) และเวลาที่ใช้รับมือ ปรับปรุงทันที',
  emptyTitle: 'ยังไม่มีเหตุละเมิด',
  emptyBody: 'เมื่อมีผู้รายงานเหตุ หน้านี้จะแสดงกำหนดแจ้ง สคส. ระดับความเสี่ยง สาเหตุ และเส้นเวลาของแต่ละเหตุ',
  emptyAction: 'รายงานเหตุละเมิด',
  period: 'ช่วงเวลา',
  lastMonths_other: '{{number}} เดือนล่าสุด',
  sinceFirst: 'ตั้งแต่เหตุแรก',
  undecided: 'ยังไม่ประเมิน',
  nothing: 'ไม่มีเหตุในช่วงนี้',
  figure: {
    open: 'เหตุที่ยังไม่ปิด',
    overdue: 'เกินกำหนดแจ้ง',
    contain: 'เวลาเฉลี่ยก่อนจำกัดความเสียหาย',
    notify: 'เวลาเฉลี่ยก่อนแจ้ง สคส.',
    ofPeriod_other: 'บันทึกในช่วงนี้ {{number}} เหตุ',
    late: 'เหตุที่บันทึกในช่วงนี้ แจ้งล่าช้า {{number}} เหตุ',
    of_other: 'เฉลี่ยจาก {{number}} เหตุ นับแต่ทราบเหตุ',
  },
  span: { minutes: '{{number}} นาที', hours: '{{number}} ชม.', days_other: '{{number}} วัน' },
  clocks: {
    title: 'กำหนดแจ้ง สคส. ที่กำลังนับ',
    all_other: 'ดูทั้งหมด {{number}} เหตุ',
    none: 'ไม่มีกำหนดแจ้ง สคส. ที่กำลังนับ',
    excess_other: 'ไม่รวมรายงานสาธารณะที่เข้ามามากผิดปกติ {{number}} เหตุ ซึ่งรอตรวจสอบ',
  },
  months: {
    title: 'เหตุละเมิดรายเดือน',
    lead: 'ตามเดือนที่บันทึกเหตุ ส่วนล่างของแต่ละแท่งคือเหตุที่ปิดแล้ว',
    month: 'เดือน',
    incidents: 'จำนวนเหตุ',
    resolved: 'ปิดแล้ว',
    late: 'แจ้งล่าช้า',
    description_other: '{{month}}: {{incidents}} เหตุ ปิดแล้ว {{resolved}} เหตุ',
  },
  chart: { risk: 'ระดับความเสี่ยง', status: 'ขั้นตอน', cause: 'สาเหตุ', application: 'แอปพลิเคชันที่มีเหตุมากที่สุด 10 อันดับแรก' },
  timeline: {
    title: 'เส้นเวลาของเหตุล่าสุด',
    lead: 'จุดแต่ละจุดคือเหตุการณ์ นับชั่วโมงจากเวลาที่ทราบเหตุ จุดที่มีตัวเลขคือหลายเหตุการณ์ในเวลาใกล้กัน จุดทึบคือจำกัดความเสียหาย แจ้ง สคส. หรือปิดเหตุ ขีดแดงคือกำหนดแจ้ง สคส.',
    incident: 'เหตุ',
    moments: 'เหตุการณ์',
    none: 'ไม่มีเหตุในช่วงนี้',
  },
  milestone: {
    occurred: 'เกิดเหตุ',
    discovered: 'ทราบเหตุ',
    created: 'บันทึกเหตุ',
    submitted: 'ส่งให้ DPO',
    accepted: 'DPO รับเรื่อง',
    contained: 'จำกัดความเสียหาย',
    authorityNotified: 'แจ้ง สคส.',
    subjectsNotified: 'แจ้งเจ้าของข้อมูล',
    responded: 'ส่งให้ DPO ตรวจสอบ',
    resolved: 'ปิดเหตุ',
  },
};

export default incidentDashboard;

declare module '../texts.ts' {
  interface Texts {
    incidentDashboard: typeof incidentDashboard;
  }
}
