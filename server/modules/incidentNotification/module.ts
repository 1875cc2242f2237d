import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentNotificationRouter } from './router.ts';
import { mailDeliveries } from './mailDeliveries.ts';
import { sealedRecipients } from './recipients.ts';
import { notifiedIncidents } from './subjectData.ts';

export const incidentNotificationModule = defineModule({
  name: 'incidentNotification',
  router: incidentNotificationRouter,
  deliveries: mailDeliveries,
  subjectData: [notifiedIncidents],
  sealed: [sealedRecipients],
});
