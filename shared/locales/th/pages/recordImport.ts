import type { PageTitles } from '../../pageTitles.ts';

export default {
  recordImport: 'นำเข้าบันทึก RoPA',
} satisfies PageTitles;
