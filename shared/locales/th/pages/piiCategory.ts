import type { PageTitles } from '../../pageTitles.ts';

export default {
  piiCategories: 'ประเภทข้อมูลส่วนบุคคล',
  piiCategory: 'รายละเอียดประเภทข้อมูลส่วนบุคคล',
} satisfies PageTitles;
