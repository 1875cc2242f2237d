import type { PageTitles } from '../../pageTitles.ts';

export default {
  pageViews: 'สถิติการเปิดหน้า',
} satisfies PageTitles;
