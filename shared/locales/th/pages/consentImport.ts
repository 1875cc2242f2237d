import type { PageTitles } from '../../pageTitles.ts';

export default {
  consentImport: 'นำเข้าความยินยอม',
} satisfies PageTitles;
