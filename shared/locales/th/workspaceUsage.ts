/** การใช้งานของพื้นที่ทำงาน ในคอนโซลผู้ดูแลระบบ */
const workspaceUsage = {
  title: 'การใช้งานและโควตา',
  lead: 'สิ่งที่แต่ละพื้นที่ทำงานใช้ไปเทียบกับที่แพ็กเกจและโควตาให้ใช้ได้ อีเมลและคำเชิญนับเฉพาะวันนี้ถึงผู้รับภายนอก และเริ่มนับใหม่เวลาเที่ยงคืน',
  toConsole: 'คอนโซลผู้ดูแลระบบ',
  caption: 'การใช้งานของพื้นที่ทำงาน',
  search: 'ค้นหาจากชื่อพื้นที่ทำงาน',
  emptyTitle: 'ไม่พบพื้นที่ทำงาน',
  emptyBody: 'ไม่มีพื้นที่ทำงานที่คุณเป็นผู้ดูแลระบบและตรงกับเงื่อนไขนี้',
  workspace: 'พื้นที่ทำงาน',
  tier: 'แพ็กเกจ',
  tierName: { Basic: 'Basic', Standard: 'Standard', Pro: 'Pro', Unlimit: 'Unlimit' },
  stateLabel: 'สถานะ',
  state: { ALL: 'ทั้งหมด', free: 'ใช้ต่อได้', near: 'ใกล้เต็ม', full: 'เต็มแล้ว' },
  people: 'คน',
  applications: 'แอปพลิเคชัน',
  mails: 'อีเมลวันนี้',
  invitations: 'คำเชิญวันนี้',
  storage: 'พื้นที่จัดเก็บ',
  files_other: '{{count}} ไฟล์',
  of: '{{used}} จาก {{limit}}',
  unlimited: 'ไม่จำกัด',
  manage: 'จัดการพื้นที่ทำงาน',
};

export default workspaceUsage;

declare module '../texts.ts' {
  interface Texts {
    workspaceUsage: typeof workspaceUsage;
  }
}
