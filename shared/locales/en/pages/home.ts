import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/home.ts';

export default {
  home: 'Home',
  terms: 'Terms of use',
  policy: 'Privacy policy',
} satisfies Shape<typeof th>;
