import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/purpose.ts';

export default {
  purposes: 'Purposes',
  purpose: 'Purpose',
} satisfies Shape<typeof th>;
