import type { PageTitles } from '../../pageTitles.ts';

export default {
  consents: 'แบบความยินยอม',
  consent: 'รายละเอียดแบบความยินยอม',
} satisfies PageTitles;
