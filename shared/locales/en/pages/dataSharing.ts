import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dataSharing.ts';

export default {
  dataSharing: 'Data sharing',
} satisfies Shape<typeof th>;
