import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestRefusals: 'บันทึกการปฏิเสธ',
} satisfies PageTitles;
