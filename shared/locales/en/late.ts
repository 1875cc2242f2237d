import type th from '../th/late.ts';
import type { Shape } from '../shape.ts';
import coming from './coming.ts';
import legal from './legal.ts';

export default { coming, legal } satisfies Shape<typeof th>;
