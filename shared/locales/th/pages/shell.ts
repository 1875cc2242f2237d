import type { PageTitles } from '../../pageTitles.ts';

/** Addresses that open the first page of a group of the menu. */
export default {
  businessFunction: 'กิจกรรมการประมวลผล',
  dataBreach: 'เหตุละเมิดข้อมูล',
  dpoTools: 'เครื่องมือ DPO',
  dsrm: 'คำขอใช้สิทธิ',
  organization: 'องค์กร',
  piiInventory: 'ข้อมูลส่วนบุคคล',
} satisfies PageTitles;
