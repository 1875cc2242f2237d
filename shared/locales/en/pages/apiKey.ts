import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/apiKey.ts';

export default {
  integrations: 'Integrations',
} satisfies Shape<typeof th>;
