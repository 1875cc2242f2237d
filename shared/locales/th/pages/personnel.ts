import type { PageTitles } from '../../pageTitles.ts';

export default {
  personnel: 'บุคลากร',
} satisfies PageTitles;
