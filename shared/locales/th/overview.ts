/** ภาพรวมทั้งโครงการ */
const overview = {
  lead: 'สถานะทุกส่วนงานในพื้นที่ทำงานนี้ ณ {{moment}} เทียบกับ 7 วันก่อน ปรับปรุงทันทีเมื่อมีการแก้ไข',
  print: 'พิมพ์',
  empty: 'ยังไม่มีส่วนงานให้แสดง',
  emptyBody: 'ยังไม่ได้เปิดใช้ส่วนงานที่คุณมีสิทธิ์ดู กรุณาติดต่อผู้ดูแลระบบ',
  overdue: {
    title: 'เกินกำหนด',
    lead: 'รายการที่เกินกำหนดนานที่สุดขึ้นก่อน',
    none: 'ไม่มีรายการที่เกินกำหนด',
    all: 'ดูทั้งหมด {{number}} รายการ',
    count: 'เกินกำหนด',
  },
  state: {
    empty: 'ยังไม่มีข้อมูล',
    inOrder: 'ไม่มีงานค้าง',
    attention: 'มีงานที่ต้องทำต่อ',
    overdue: 'เกินกำหนด',
  },
  change: {
    more: 'เพิ่มขึ้น {{number}} จาก 7 วันก่อน',
    less: 'ลดลง {{number}} จาก 7 วันก่อน',
    same: 'เท่ากับ 7 วันก่อน',
  },
  application: {
    title: 'บันทึก RoPA',
    applications: 'แอปพลิเคชัน',
    published: 'เผยแพร่แล้ว',
    incomplete: 'ยังกรอกไม่ครบ',
  },
  consent: {
    title: 'ความยินยอม',
    forms: 'แบบความยินยอม',
    open: 'เปิดรับคำตอบ',
    drafts: 'ฉบับร่าง',
    subjects: 'เจ้าของข้อมูลที่ตอบแล้ว',
  },
  incident: {
    title: 'เหตุละเมิดข้อมูล',
    open: 'ยังไม่สิ้นสุด',
    withOfficer: 'รอ DPO ดำเนินการ',
  },
  requestSummary: {
    title: 'คำขอใช้สิทธิ',
    open: 'ยังไม่ปิด',
    unassigned: 'ยังไม่เริ่มดำเนินการ',
  },
  dpiaSummary: {
    title: 'การประเมินผลกระทบ (DPIA)',
    drafts: 'กำลังประเมิน',
    extreme: 'ความเสี่ยงคงเหลือสูงมาก',
    high: 'ความเสี่ยงคงเหลือสูง',
    reviews: 'เกินกำหนดทบทวน',
  },
  privacyNotice: {
    title: 'ประกาศความเป็นส่วนตัว',
    notices: 'ประกาศ',
    published: 'เผยแพร่แล้ว',
    drifted: 'ไม่ตรงกับ RoPA',
    uncovered: 'แอปพลิเคชันที่ยังไม่มีประกาศ',
  },
  approvalLine: {
    title: 'สายการอนุมัติ',
    pending: 'รออนุมัติ',
    reminded: 'เตือนแล้ว ยังรออนุมัติ',
    approved: 'อนุมัติแล้ว',
  },
};
export default overview;

declare module '../texts.ts' {
  interface Texts {
    overview: typeof overview;
  }
}
