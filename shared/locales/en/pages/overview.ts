import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/overview.ts';

export default {
  apex: 'Whole programme',
} satisfies Shape<typeof th>;
