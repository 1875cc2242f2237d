/** Names of menu groups. */
const menu = {
  group: {
    dashboard: 'ภาพรวม',
    organization: 'องค์กร',
    businessFunction: 'กิจกรรมการประมวลผล',
    piiInventory: 'ข้อมูลส่วนบุคคล',
    consent: 'ความยินยอม',
    dsrm: 'คำขอใช้สิทธิ',
    dataBreach: 'เหตุละเมิดข้อมูล',
    dpoTools: 'เครื่องมือ DPO',
  },
} as const;

export default menu;

declare module '../texts.ts' {
  interface Texts {
    menu: typeof menu;
  }
}
