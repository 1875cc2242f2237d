import type { PageTitles } from '../../pageTitles.ts';

export default {
  activityLogs: 'บันทึกการใช้งานระบบ',
} satisfies PageTitles;
