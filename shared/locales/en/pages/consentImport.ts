import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/consentImport.ts';

export default {
  consentImport: 'Import consents',
} satisfies Shape<typeof th>;
