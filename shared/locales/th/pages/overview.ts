import type { PageTitles } from '../../pageTitles.ts';

export default {
  apex: 'ภาพรวมทั้งโครงการ',
} satisfies PageTitles;
