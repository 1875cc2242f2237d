import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/apiKey.ts';

export default {
  integrations: 'Integrations',
  apiSamples: 'Code samples',
} satisfies Shape<typeof th>;
