import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dashboard.ts';

export default {
  dashboard: 'Dashboard',
} satisfies Shape<typeof th>;
