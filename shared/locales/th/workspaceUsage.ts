/** การใช้งานของพื้นที่ทำงาน ในคอนโซลผู้ดูแลระบบ */
const workspaceUsage = {
  title: 'การใช้งานและโควตา',
  lead: 'สิ่งที่แต่ละพื้นที่ทำงานใช้ไปเทียบกับที่แพ็กเกจและโควตาให้ใช้ได้ อีเมลและคำเชิญนับเฉพาะวันนี้ที่ส่งถึงผู้รับภายนอก และเริ่มนับใหม่เวลาเที่ยงคืน (เวลาประเทศไทย)',
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
  people: 'บุคลากร',
  applications: 'แอปพลิเคชัน',
  mails: 'อีเมลวันนี้',
  invitations: 'คำเชิญวันนี้',
  storage: 'พื้นที่จัดเก็บ',
  files_other: '{{count}} ไฟล์',
  of: '{{used}} จาก {{limit}}',
  unlimited: '{{used}} (ไม่จำกัด)',
  details: 'ดูโมดูล โควตา และไฟล์',
  detailsTitle: 'การใช้งานของ {{name}}',
  modulesOn: 'โมดูลที่เปิดใช้',
  modulesOff: 'โมดูลที่ปิดอยู่',
  recipients: 'จำนวนผู้รับสูงสุดต่อการแจ้งเหตุละเมิดหนึ่งครั้ง',
  byKindLead: 'ทั้งหมด {{files}} รวม {{bytes}}',
  noFiles: 'ยังไม่มีไฟล์',
  noFilesBody: 'ไฟล์ที่แนบกับรายการและไฟล์ส่งออกจะแสดงที่นี่',
  kind: {
    approvalLine: { document: 'เอกสารในสายการอนุมัติ' },
    consent: { picture: 'ภาพในแบบความยินยอม' },
    dataController: { logo: 'โลโก้องค์กร' },
    dpia: { annex: 'ภาคผนวกของการประเมินผลกระทบ', consultation: 'เอกสารการปรึกษาหารือ', dataFlow: 'แผนภาพการไหลของข้อมูล' },
    export: { document: 'ไฟล์ส่งออก' },
    incident: { evidence: 'หลักฐานของเหตุละเมิด' },
    personnel: { photo: 'รูปบุคลากร' },
    request: { attachment: 'ไฟล์แนบคำขอ', identity: 'เอกสารยืนยันตัวตน' },
    requestAnswer: { original: 'ไฟล์ต้นฉบับในคำตอบคำขอ', redacted: 'ไฟล์ที่ปิดทับแล้วในคำตอบคำขอ', package: 'ชุดคำตอบคำขอ' },
    requestForm: { logo: 'โลโก้ในแบบคำขอ' },
    requestMessage: { attachment: 'ไฟล์แนบข้อความ' },
    requestTask: { gathered: 'ข้อมูลที่รวบรวมตามคำขอ', proof: 'หลักฐานการดำเนินการตามคำขอ' },
    schedule: { copy: 'สำเนาที่ส่งออกตามกำหนดการ' },
    treatmentPlan: { action: 'ไฟล์ของแผนจัดการความเสี่ยง' },
    recordImport: { table: 'ไฟล์นำเข้าบันทึก RoPA', rejects: 'แถวของบันทึก RoPA ที่นำเข้าไม่ได้' },
    consentImport: { table: 'ไฟล์นำเข้าความยินยอม', rejects: 'แถวของความยินยอมที่นำเข้าไม่ได้' },
    requestImport: { table: 'ไฟล์นำเข้าคำขอ', rejects: 'แถวของคำขอที่นำเข้าไม่ได้' },
    unattached: 'ยังไม่ได้แนบกับรายการ',
    other: 'อื่น ๆ',
  },
  manage: 'จัดการพื้นที่ทำงาน',
};

export default workspaceUsage;

declare module '../texts.ts' {
  interface Texts {
    workspaceUsage: typeof workspaceUsage;
  }
}
