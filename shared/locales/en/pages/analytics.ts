import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/analytics.ts';

export default {
  pageViews: 'Page views',
} satisfies Shape<typeof th>;
