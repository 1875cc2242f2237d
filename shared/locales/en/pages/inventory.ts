import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/inventory.ts';

export default {
  inventory: 'Data inventory',
} satisfies Shape<typeof th>;
