import type { Shape } from '../shape.ts';
import type th from '../th/incidentDashboard.ts';

const incidentDashboard = {
  title: 'Breach dashboard',
} satisfies Shape<typeof th>;

export default incidentDashboard;
