import type { Shape } from '../shape.ts';
import type th from '../th/incidentReport.ts';

const incidentReport = {
  title: 'Report a personal data breach',
} satisfies Shape<typeof th>;

export default incidentReport;
