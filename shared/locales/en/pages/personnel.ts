import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/personnel.ts';

export default {
  personnel: 'Personnel',
} satisfies Shape<typeof th>;
