import type { PageTitles } from '../../pageTitles.ts';

export default {
  dsrmDashboard: 'แดชบอร์ดคำขอ',
  requests: 'คำขอใช้สิทธิของเจ้าของข้อมูล',
  requestsInMenu: 'คำขอใช้สิทธิ',
  request: 'รายละเอียดคำขอใช้สิทธิ',
} satisfies PageTitles;
