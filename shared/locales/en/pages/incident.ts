import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/incident.ts';

export default {
  incidentSettings: 'Incident settings',
  incidents: 'Incident management',
  incident: 'Incident',
} satisfies Shape<typeof th>;
