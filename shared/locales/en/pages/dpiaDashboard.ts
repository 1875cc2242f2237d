import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dpiaDashboard.ts';

export default {
  dpiaDashboard: 'Risk dashboard',
} satisfies Shape<typeof th>;
