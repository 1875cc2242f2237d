import type { PageTitles } from '../../pageTitles.ts';

export default {
  inventory: 'คลังข้อมูลส่วนบุคคล',
} satisfies PageTitles;
