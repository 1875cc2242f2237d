import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/piiCategory.ts';

export default {
  piiCategories: 'Personal data categories',
  piiCategory: 'Personal data category',
} satisfies Shape<typeof th>;
