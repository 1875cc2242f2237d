import type { PageTitles } from '../../pageTitles.ts';

export default {
  purposeCategories: 'หมวดหมู่วัตถุประสงค์',
  purposeCategory: 'รายละเอียดหมวดหมู่วัตถุประสงค์',
} satisfies PageTitles;
