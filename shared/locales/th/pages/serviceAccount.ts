import type { PageTitles } from '../../pageTitles.ts';

export default {
  serviceAccounts: 'บัญชีบริการ',
} satisfies PageTitles;
