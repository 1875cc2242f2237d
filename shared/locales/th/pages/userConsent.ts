import type { PageTitles } from '../../pageTitles.ts';

export default {
  consentDashboard: 'แดชบอร์ดความยินยอม',
} satisfies PageTitles;
