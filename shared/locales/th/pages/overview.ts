import type { PageTitles } from '../../pageTitles.ts';

export default {
  apex: 'ภาพรวมงานคุ้มครองข้อมูล',
} satisfies PageTitles;
