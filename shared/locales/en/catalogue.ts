import type th from '../th/catalogue.ts';
import type { Shape } from '../shape.ts';

export default {
  nameTaken: 'This is already in the list. Enter another.',
  limit: 'At most {{limit}} values of your own. Delete one not in use.',
} satisfies Shape<typeof th>;
