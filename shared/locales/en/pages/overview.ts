import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/overview.ts';

export default {
  apex: 'Programme overview',
} satisfies Shape<typeof th>;
