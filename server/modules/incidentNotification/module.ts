import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentNotificationRouter } from './router.ts';
import { mailDeliveries } from './mailDeliveries.ts';

export const incidentNotificationModule = defineModule({
  name: 'incidentNotification',
  router: incidentNotificationRouter,
  deliveries: mailDeliveries,
});
