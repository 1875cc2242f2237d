import type { PageTitles } from '../../pageTitles.ts';

export default {
  dataControllers: 'ผู้ควบคุมข้อมูล',
} satisfies PageTitles;
