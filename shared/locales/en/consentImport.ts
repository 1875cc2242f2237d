import type { Shape } from '../shape.ts';
import type consentImportTh from '../th/consentImport.ts';

export default {
  title: 'Import consents',
} satisfies Shape<typeof consentImportTh>;
