import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/incidentDashboard.ts';

export default {
  incidentDashboard: 'Breach dashboard',
} satisfies Shape<typeof th>;
