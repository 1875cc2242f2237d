import type { PageTitles } from '../../pageTitles.ts';

export default {
  treatmentPlans: 'แผนจัดการความเสี่ยง',
  treatmentPlan: 'รายละเอียดแผนจัดการความเสี่ยง',
  treatment: 'แผนจัดการความเสี่ยง',
} satisfies PageTitles;
