import type { PageTitles } from '../../pageTitles.ts';

export default {
  recordImport: 'นำเข้าบันทึกกิจกรรมการประมวลผล',
} satisfies PageTitles;
