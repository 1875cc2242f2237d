import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/incidentNotification.ts';

export default {
  incidentNotifications: 'Breach notifications',
  incidentNotification: 'Breach notification',
} satisfies Shape<typeof th>;
