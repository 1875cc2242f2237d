const treatmentPlan = {
  exportTitle: 'แผนจัดการความเสี่ยง',
  time: 'ระบุเวลาเป็นชั่วโมงและนาที เช่น 09:30',
  refusal: {
    actionFirst: 'บันทึกการดำเนินการอย่างน้อย 1 รายการ แล้วส่งแผนพร้อมผลที่พบ',
    assignee: 'เลือกผู้รับผิดชอบที่ยังใช้งานอยู่และดำเนินการตามแผนได้',
    future: 'วันและเวลาที่ดำเนินการต้องไม่อยู่ในอนาคต',
    notFound: 'ไม่พบแผนจัดการความเสี่ยงนี้ หรือคุณไม่ใช่ผู้รับผิดชอบ',
    notYours: 'แผนนี้มีผู้รับผิดชอบคนอื่น',
    ownApproval: 'ผู้ส่งแผนอนุมัติเองไม่ได้ ให้ Admin หรือ DPO คนอื่นตรวจ',
    reason: 'ระบุเหตุผล',
    tooManyActions: 'แผนหนึ่งบันทึกการดำเนินการได้ไม่เกิน {{limit}} รายการ',
  },
};

export default treatmentPlan;

declare module '../texts.ts' {
  interface Texts {
    treatmentPlan: typeof treatmentPlan;
  }
}
