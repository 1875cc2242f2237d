import type { PageTitles } from '../../pageTitles.ts';

export default {
  dpiaDashboard: 'แดชบอร์ดความเสี่ยง',
} satisfies PageTitles;
