/** แดชบอร์ดของบันทึกกิจกรรมการประมวลผล */
const dashboard = {
  exportTitle: {
    lawfulBasis: 'วัตถุประสงค์ตามฐานทางกฎหมาย',
    thirdPartyDisclosure: 'วัตถุประสงค์ที่เปิดเผยข้อมูลต่อบุคคลภายนอก',
    responsible: 'วัตถุประสงค์ตามผู้รับผิดชอบ',
  },
  title: 'แดชบอร์ด',
  lead: 'สถานะบันทึก RoPA ในพื้นที่ทำงานนี้ ปรับปรุงทันทีเมื่อมีการแก้ไข',
  emptyTitle: 'ยังไม่มีข้อมูลให้แสดง',
  emptyBody: 'เพิ่มแอปพลิเคชันแรก แล้วกราฟจะแสดงที่นี่',
  emptyReader: 'เมื่อบันทึกแอปพลิเคชันแรกแล้ว กราฟจะแสดงที่นี่',
  emptyAction: 'เพิ่มแอปพลิเคชัน',
  emptyImport: 'นำเข้าจากไฟล์',
  /** Headings of the documents behind the charts. */
  column: {
    purpose: 'วัตถุประสงค์',
    category: 'หมวดหมู่วัตถุประสงค์',
    applications: 'แอปพลิเคชัน',
    lawfulBasis: 'ฐานทางกฎหมาย',
    exemptions: 'ข้อยกเว้นสำหรับข้อมูลอ่อนไหว',
    thirdParty: 'ผู้รับข้อมูล',
    country: 'ประเทศ',
    kind: 'ผู้รับหรือที่จัดเก็บ',
    abroad: 'ต่างประเทศ',
    contract: 'สัญญา',
    contractExpiresOn: 'สัญญาสิ้นสุด',
    safeguard: 'เงื่อนไขการโอนไปต่างประเทศ',
    department: 'หน่วยงานที่รับผิดชอบ',
    responsible: 'ผู้รับผิดชอบ',
    status: 'สถานะ',
    version: 'ฉบับที่',
    updatedAt: 'แก้ไขล่าสุด',
  },
  figure: {
    applications: 'แอปพลิเคชัน',
    purposes: 'วัตถุประสงค์',
    attributeUses: 'การใช้ข้อมูลส่วนบุคคล',
    thirdParties: 'บุคคลภายนอกที่รับข้อมูล',
    published: 'เผยแพร่แล้ว {{number}}',
    reviewsOverdue_other: 'เกินกำหนดทบทวน {{number}} รายการ',
    sensitive: 'ข้อมูลอ่อนไหว {{number}}',
    abroad: 'อยู่ต่างประเทศ {{number}}',
    storageAbroad_other: 'จัดเก็บในต่างประเทศ {{number}} ระบบ',
    storageUnrecorded_other: 'ยังไม่ทราบประเทศที่จัดเก็บ {{number}} ระบบ',
  },
  completeness: {
    title: 'ความครบถ้วนตามกฎหมาย',
    lead_other: 'ครบทุกข้อ {{complete}} จาก {{applications}} แอปพลิเคชัน · เฉลี่ย {{average}}%',
    none: 'ยังไม่มีแอปพลิเคชัน',
    controller: 'ผู้ควบคุมข้อมูล (มาตรา\u00a039)',
    processor: 'ผู้ประมวลผลข้อมูล (มาตรา\u00a040)',
    item: 'รายการ',
    role: 'บทบาท',
    complete: 'ครบแล้ว',
    of: 'จากทั้งหมด',
    outOf: '{{complete}}/{{applications}}',
    least: 'ควรกรอกต่อก่อน',
    all: 'ดูที่ยังไม่ครบทั้งหมด',
  },
  lawfulBasis: {
    title: 'ฐานทางกฎหมาย',
    lead: 'จำนวนวัตถุประสงค์ตามฐานทางกฎหมาย วัตถุประสงค์ที่ใช้สองฐานนับทั้งสองฐาน',
    none: 'ยังไม่มีฐานที่ใช้ได้',
  },
  thirdParty: {
    title: 'การเปิดเผยต่อบุคคลภายนอก',
    disclosed: 'เปิดเผยต่อบุคคลภายนอก',
    notDisclosed: 'ไม่เปิดเผย',
    parties: 'ผู้รับข้อมูลที่พบบ่อย',
    most: 'ตารางแสดงผู้รับข้อมูลที่พบบ่อยที่สุด {{number}} ราย ดูทั้งหมดได้ในไฟล์ส่งออก',
    name: 'ผู้รับข้อมูล',
    country: 'ประเทศ',
  },
  more: 'อีก {{number}} แถวดูได้ในตาราง',
  responsible: { title: 'หน่วยงานที่รับผิดชอบ', person: 'ระบุบุคลากร ไม่ระบุหน่วยงาน', none: 'ไม่ระบุผู้รับผิดชอบ' },
  crossBorder: {
    title: 'การโอนข้อมูลไปต่างประเทศ',
    none: 'ไม่มีการโอนข้อมูลไปต่างประเทศ',
    noneBody: 'เมื่อวัตถุประสงค์เปิดเผยข้อมูลต่อผู้รับในต่างประเทศหรือจัดเก็บในต่างประเทศ ประเทศนั้นจะแสดงที่นี่',
    thirdParties_other: 'ผู้รับ {{number}} ราย',
    storageSystems_other: 'ที่จัดเก็บ {{number}} ระบบ',
    unrecorded_other:
      'ระบบจัดเก็บ {{number}} ระบบยังไม่ได้บันทึกประเทศ จึงยังไม่ทราบว่ามีการโอนข้อมูลไปต่างประเทศหรือไม่ กรุณาบันทึกประเทศในวัตถุประสงค์หรือผังข้อมูล',
    ungrounded: 'ไม่มีเงื่อนไขการโอนที่ใช้ได้ {{number}} แห่ง',
    country: 'ประเทศปลายทาง',
    parties: 'ผู้รับและที่จัดเก็บ',
    withoutGround: 'ไม่มีเงื่อนไขการโอนที่ใช้ได้',
  },
  purposes: 'วัตถุประสงค์',
  published: 'เผยแพร่แล้ว',
  publishedOf: 'เผยแพร่แล้ว {{number}}',
} as const;

export default dashboard;

declare module '../texts.ts' {
  interface Texts {
    dashboard: typeof dashboard;
  }
}
