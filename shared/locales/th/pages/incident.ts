import type { PageTitles } from '../../pageTitles.ts';

export default {
  incidentSettings: 'ตั้งค่าเหตุละเมิด',
  incidents: 'จัดการเหตุละเมิด',
  incident: 'รายละเอียดเหตุละเมิด',
} satisfies PageTitles;
