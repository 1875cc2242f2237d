/** คอลัมน์ของไฟล์ส่งออกการประเมินผลกระทบและแผนจัดการความเสี่ยง */
const dpiaSheet = {
  variant: 'แบบ',
  reason: 'เหตุผลที่ประเมิน',
  worstCase: 'เหตุการณ์ร้ายแรง',
  worstCases: 'เหตุการณ์ร้ายแรง',
  consultations: 'การปรึกษาหารือ',
  publishedVersion: 'ฉบับเผยแพร่ที่',
  updatedAt: 'แก้ไขล่าสุด',
  updatedBy: 'ผู้แก้ไขล่าสุด',
  number: 'ลำดับ',
  sources: 'แหล่งที่มาของความเสี่ยง',
  threats: 'ภัยคุกคาม',
  impacts: 'ผลต่อเจ้าของข้อมูล',
  measures: 'มาตรการอื่นที่มีอยู่',
  initial: {
    likelihood: 'โอกาสเกิดก่อนมีมาตรการ',
    impact: 'ผลกระทบก่อนมีมาตรการ',
    score: 'คะแนนก่อนมีมาตรการ',
    risk: 'ความเสี่ยงก่อนมีมาตรการ',
  },
  residual: {
    likelihood: 'โอกาสเกิดคงเหลือ',
    impact: 'ผลกระทบคงเหลือ',
    score: 'คะแนนคงเหลือ',
    risk: 'ความเสี่ยงคงเหลือ',
  },
  side: 'ภายในหรือภายนอก',
  sides: { internal: 'ภายในองค์กร', external: 'ภายนอกองค์กร' },
  who: 'ผู้ให้ความเห็น',
  on: 'วันที่',
  opinion: 'ความเห็น',
  version: 'ฉบับที่ประเมิน',
  closedAt: 'ปิดเมื่อ',
  planMeasures: 'มาตรการที่จะทำ',
};

export default dpiaSheet;
