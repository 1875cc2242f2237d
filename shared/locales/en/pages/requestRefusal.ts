import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/requestRefusal.ts';

export default {
  requestRefusals: 'Register of refusals',
} satisfies Shape<typeof th>;
