import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/piiCategory.ts';

export default {
  piiCategories: 'PII categories',
  piiCategory: 'PII category',
} satisfies Shape<typeof th>;
