import type { PageTitles } from '../../pageTitles.ts';

export default {
  reports: 'รายงานและไฟล์ส่งออก',
} satisfies PageTitles;
