import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/incidentNotification.ts';

export default {
  incidentNotifications: 'Incident notification',
  incidentNotification: 'Incident notification',
} satisfies Shape<typeof th>;
