import type { PageTitles } from '../../pageTitles.ts';

export default {
  activityLogs: 'บันทึกกิจกรรม',
} satisfies PageTitles;
