import type { PageTitles } from '../../pageTitles.ts';

export default {
  authorisedAgents: 'ตัวแทนที่ได้รับมอบอำนาจ',
} satisfies PageTitles;
