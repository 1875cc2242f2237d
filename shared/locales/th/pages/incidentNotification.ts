import type { PageTitles } from '../../pageTitles.ts';

export default {
  incidentNotifications: 'การแจ้งเหตุละเมิด',
  incidentNotification: 'รายละเอียดการแจ้งเหตุละเมิด',
} satisfies PageTitles;
