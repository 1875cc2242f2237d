import { defineModule } from '../../platform/modules/manifest.ts';
import { activityRetention } from './retention.ts';
import { activityLogRouter } from './router.ts';

export const activityLogModule = defineModule({
  name: 'activityLog',
  router: activityLogRouter,
  exports: {
    'activity-logs': async () => (await import('./exports.ts')).activityLogs,
    'organization-activity-logs': async () => (await import('./exports.ts')).organizationLogs,
  },
  retention: [activityRetention],
});
