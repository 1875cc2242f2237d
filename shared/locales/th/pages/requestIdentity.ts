import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestStatus: 'คำขอของฉัน',
} satisfies PageTitles;
