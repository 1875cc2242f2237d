import type { PageTitles } from '../../pageTitles.ts';

export default {
  inventory: 'รายการข้อมูลส่วนบุคคล',
} satisfies PageTitles;
