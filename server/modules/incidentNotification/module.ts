import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentNotificationRouter } from './router.ts';
import { mailDeliveries } from './mailDeliveries.ts';
import { sealedRecipients } from './recipients.ts';
import { notifiedIncidents } from './subjectData.ts';

export const incidentNotificationModule = defineModule({
  name: 'incidentNotification',
  router: incidentNotificationRouter,
  exports: {
    'incident-report': async () => (await import('./exports/report.ts')).incidentReport,
    'incident-authority-form': async () => (await import('./exports/authorityForm.ts')).authorityForm,
  },
  deliveries: mailDeliveries,
  subjectData: [notifiedIncidents],
  sealed: [sealedRecipients],
});
