import type { PageTitles } from '../../pageTitles.ts';

export default {
  serviceAccounts: 'Service accounts',
} satisfies PageTitles;
