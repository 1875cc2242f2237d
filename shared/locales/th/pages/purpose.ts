import type { PageTitles } from '../../pageTitles.ts';

export default {
  purposes: 'วัตถุประสงค์',
  purpose: 'รายละเอียดวัตถุประสงค์',
} satisfies PageTitles;
