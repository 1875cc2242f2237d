import type { PageTitles } from '../../pageTitles.ts';

export default {
  incidentDashboard: 'แดชบอร์ดเหตุละเมิด',
} satisfies PageTitles;
