import type { PageTitles } from '../../pageTitles.ts';

export default {
  admins: 'คอนโซลผู้ดูแลระบบ',
  adminsDashboard: 'ประวัติความยินยอมทุกพื้นที่ทำงาน',
  schedules: 'กำหนดการส่งออก',
  scheduleAdd: 'เพิ่มกำหนดการส่งออก',
  schedule: 'รายละเอียดกำหนดการส่งออก',
} satisfies PageTitles;
