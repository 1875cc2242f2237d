import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dpiaSummary.ts';

export default {
  dpiaDashboard: 'Risk dashboard',
} satisfies Shape<typeof th>;
