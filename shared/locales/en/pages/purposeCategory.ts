import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/purposeCategory.ts';

export default {
  purposeCategories: 'Purpose categories',
  purposeCategory: 'Purpose category',
} satisfies Shape<typeof th>;
