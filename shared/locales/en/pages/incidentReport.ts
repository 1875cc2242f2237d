import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/incidentReport.ts';

export default {
  reportIncident: 'Report a personal data breach',
} satisfies Shape<typeof th>;
