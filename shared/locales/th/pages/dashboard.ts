import type { PageTitles } from '../../pageTitles.ts';

export default {
  dashboard: 'แดชบอร์ด',
} satisfies PageTitles;
