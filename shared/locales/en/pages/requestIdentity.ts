import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/requestIdentity.ts';

export default {
  requestStatus: 'My request',
} satisfies Shape<typeof th>;
