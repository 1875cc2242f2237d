/** สถิติการเปิดหน้า */
const analytics = {
  exportTitle: 'สถิติการเปิดหน้า',
  lead: 'จำนวนครั้งที่เปิดแต่ละหน้าในพื้นที่ทำงานนี้ต่อวัน ไม่เก็บข้อมูลว่าใครเป็นผู้เปิด',
  period: 'ช่วงเวลา',
  days_other: '{{number}} วันล่าสุด',
  allPages: 'ทุกหน้า',
  figure: {
    views: 'การเปิดหน้า',
    change: 'เทียบกับช่วงก่อน',
    perDay: 'เฉลี่ยต่อวัน',
    pages: 'หน้าที่มีผู้เปิด',
    before: 'ช่วงก่อน {{number}} ครั้ง',
    none: 'ไม่มีช่วงก่อนให้เทียบ',
  },
  change: {
    more: 'เพิ่มขึ้น {{number}}',
    less: 'ลดลง {{number}}',
    same: 'เท่าเดิม',
  },
  chart: {
    title: 'การเปิดหน้ารายวัน',
    lead_other: '{{from}} – {{to}} เทียบกับ {{number}} วันก่อนหน้า',
    describe_other: 'เปิด {{views}} ครั้ง ช่วงก่อน {{previous}} ครั้ง สูงสุด {{most}} ครั้งเมื่อ {{day}}',
    current: 'ช่วงนี้',
    previous: 'ช่วงก่อน',
    nothing: 'ยังไม่มีการเปิดหน้าในช่วงนี้',
  },
  column: {
    day: 'วันที่',
    title: 'หน้า',
    path: 'รูปแบบที่อยู่',
    views: 'ช่วงนี้',
    previous: 'ช่วงก่อน',
    change: 'เปลี่ยนแปลง',
  },
  search: 'ค้นหาจากชื่อหน้าหรือที่อยู่',
  emptyTitle: 'ยังไม่มีการเปิดหน้า',
  emptyBody: 'ระบบนับเมื่อบุคลากรของพื้นที่ทำงานเปิดหน้า และเมื่อมีผู้เปิดใบรับความยินยอม การเปิดหน้าก่อนเริ่มนับแยกตามพื้นที่ทำงานไม่แสดงที่นี่',
};

export default analytics;

declare module '../texts.ts' {
  interface Texts {
    analytics: typeof analytics;
  }
}
