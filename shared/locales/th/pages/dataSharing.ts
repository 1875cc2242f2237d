import type { PageTitles } from '../../pageTitles.ts';

export default {
  dataSharing: 'การเปิดเผยข้อมูล',
} satisfies PageTitles;
