import type { PageTitles } from '../../pageTitles.ts';

export default {
  workspaces: 'พื้นที่ทำงาน',
  workspacesInMenu: 'จัดการพื้นที่ทำงาน',
  deletedWorkspaces: 'พื้นที่ทำงานที่ลบ',
  workspaceUsage: 'การใช้งานและโควตา',
} satisfies PageTitles;
