import type { PageTitles } from '../../pageTitles.ts';

export default {
  requestDashboard: 'แดชบอร์ดคำขอ',
  requests: 'คำขอใช้สิทธิของเจ้าของข้อมูล',
  requestsInMenu: 'คำขอใช้สิทธิ',
  requestImport: 'นำเข้าคำขอใช้สิทธิ',
  requestSettings: 'ตั้งค่าคำขอใช้สิทธิ',
  requestSettingsInMenu: 'ตั้งค่า',
  request: 'รายละเอียดคำขอใช้สิทธิ',
} satisfies PageTitles;
