import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestTasks: 'งานตามคำขอใช้สิทธิ',
  requestTasksInMenu: 'งานของคำขอ',
  requestTask: 'รายละเอียดงานตามคำขอ',
} satisfies PageTitles;
