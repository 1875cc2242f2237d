import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/application.ts';

export default {
  applications: 'Applications',
  application: 'Application',
} satisfies Shape<typeof th>;
