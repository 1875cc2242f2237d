/** รายการข้อมูลส่วนบุคคลทั้งหมดที่องค์กรใช้ */
const inventory = {
  exportTitle: 'คลังข้อมูลส่วนบุคคล',
  title: 'คลังข้อมูลส่วนบุคคล',
  lead: 'ข้อมูลส่วนบุคคลทุกรายการที่องค์กรใช้ จากผังข้อมูลของแต่ละแอปพลิเคชัน ข้อมูลอ่อนไหวแสดงก่อน',
  search: 'ค้นหาข้อมูล แอปพลิเคชัน หรือวัตถุประสงค์',
  column: {
    attribute: 'ข้อมูลส่วนบุคคล',
    category: 'ประเภทข้อมูลส่วนบุคคล',
    subCategory: 'ประเภทย่อย',
    sensitive: 'ความอ่อนไหว',
    application: 'แอปพลิเคชัน',
    purpose: 'วัตถุประสงค์',
    lawfulBases: 'ฐานทางกฎหมาย',
    dataSubjectGroup: 'เจ้าของข้อมูล',
    channel: 'ช่องทางเก็บรวบรวม',
    storageSystem: 'ระบบจัดเก็บ',
    retention: 'ระยะเวลาเก็บรักษา',
    recipients: 'ผู้รับข้อมูล',
    internal: 'ผู้รับภายใน',
    thirdParty: 'บุคคลภายนอก',
    storageCountry: 'ประเทศที่จัดเก็บ',
    storedAbroad: 'จัดเก็บในต่างประเทศ',
    abroad: 'ผู้รับในต่างประเทศ',
  },
  sensitive: 'อ่อนไหว',
  general: 'ทั่วไป',
  onlySensitive: 'เฉพาะข้อมูลอ่อนไหว',
  noBasis: 'ยังไม่มีฐานที่ใช้ได้',
  band: {
    upTo1Year: 'ไม่เกิน 1 ปี',
    upTo5Years: 'มากกว่า 1 ถึง 5 ปี',
    upTo10Years: 'มากกว่า 5 ถึง 10 ปี',
    over10Years: 'มากกว่า 10 ปี',
    forGood: 'ไม่กำหนดเวลา',
    notSet: 'ยังไม่ระบุ',
  },
  retention: { forGood: 'ไม่กำหนดเวลา', notSet: 'ยังไม่ระบุ', ofPurpose: 'ตามวัตถุประสงค์', own: 'กำหนดเฉพาะรายการนี้' },
  recipient: {
    none: 'ไม่ส่งต่อ',
    internal: 'ภายใน {{number}} ราย',
    thirdParty: 'ภายนอก {{number}} ราย',
    abroad: 'ต่างประเทศ {{number}} ราย',
  },
  pivot: {
    title: 'จำนวนการใช้ข้อมูล',
    by: 'แยกตาม',
    category: 'ประเภทข้อมูลส่วนบุคคล',
    application: 'แอปพลิเคชัน',
    purpose: 'วัตถุประสงค์',
    lawfulBasis: 'ฐานทางกฎหมาย',
    retention: 'ระยะเวลาเก็บรักษา',
    share_other: 'ทั้งหมด {{number}} รายการ เป็นข้อมูลอ่อนไหว {{sensitive}} รายการ',
    /** Said after the name of a bar. */
    bar_other: ' ใช้ {{number}} รายการ เป็นข้อมูลอ่อนไหว {{sensitive}} รายการ',
    legend: 'ข้อมูลอ่อนไหว',
    find: 'ค้นหาในรายการนี้',
    more: 'แสดงเพิ่มอีก {{number}} รายการ',
    none: 'ไม่มีข้อมูลให้แสดง',
    notFound: 'ไม่พบชื่อที่ค้นหา',
    basisNote: 'วัตถุประสงค์ที่อาศัยหลายฐาน นับในแต่ละฐาน',
  },
  filteredBy: 'กรองตาม{{by}}: {{name}}',
  emptyTitle: 'ยังไม่มีรายการข้อมูลส่วนบุคคล',
  emptyBody: 'รายการมาจากผังข้อมูล เปิดแอปพลิเคชันแล้วบันทึกว่าเก็บข้อมูลใด จากใคร เพื่อวัตถุประสงค์ใด และเก็บที่ใด',
  emptyReader: 'รายการมาจากผังข้อมูลของแอปพลิเคชัน เมื่อบันทึกผังข้อมูลแล้ว รายการจะแสดงที่นี่',
  emptyAction: 'ไปที่แอปพลิเคชัน',
};

export default inventory;

declare module '../texts.ts' {
  interface Texts {
    inventory: typeof inventory;
  }
}
