import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/recordImport.ts';

export default {
  recordImport: 'Import RoPA',
} satisfies Shape<typeof th>;
