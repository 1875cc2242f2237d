import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/consentAdmin.ts';

export default {
  admins: 'Admin Console',
  adminsDashboard: 'Consent history of all workspaces',
  schedules: 'Export schedules',
  scheduleAdd: 'Add an export schedule',
  schedule: 'Export schedule',
} satisfies Shape<typeof th>;
