import type { PageTitles } from '../../pageTitles.ts';

export default {
  integrations: 'การเชื่อมต่อระบบ',
} satisfies PageTitles;
