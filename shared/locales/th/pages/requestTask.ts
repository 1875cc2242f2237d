import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestTasks: 'งานของคำขอ',
  requestTask: 'รายละเอียดงานตามคำขอ',
} satisfies PageTitles;
