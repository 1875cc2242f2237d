import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentNotificationRouter } from './router.ts';

export const incidentNotificationModule = defineModule({
  name: 'incidentNotification',
  router: incidentNotificationRouter,
});
