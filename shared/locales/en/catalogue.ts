import type th from '../th/catalogue.ts';
import type { Shape } from '../shape.ts';

export default {
  nameTaken: 'This is already in the list.',
  limit: 'At most {{limit}} entries of your own.',
} satisfies Shape<typeof th>;
