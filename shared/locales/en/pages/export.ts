import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/export.ts';

export default {
  reports: 'Reports and exports',
} satisfies Shape<typeof th>;
