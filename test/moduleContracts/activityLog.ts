import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/activity-logs`, 'activityLog.read'],
    ['GET', `${V1}/{ws}/organization-activity-logs`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/exports/activity-logs`, 'activityLog.read'],
  ],
  samples: {
    'activityLog.organization': listed,
    'activityLog.people': of((world) => ({ ws: world.ws })),
    'activityLog.list': of((world) => ({
      ws: world.ws,
      ...page,
      entityId: world.purposeId,
      actorId: world.people.Admin.personnelId,
    })),
    'activityLog.startExport': of((world) => ({ ws: world.ws, format: 'csv', input: { module: 'BUSINESS' } })),
  },
  menu: { activityLogs: 'A' },
  writers: ['expire_activity_logs'],
} satisfies ModuleContract;
