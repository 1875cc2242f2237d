import type { Shape } from '../shape.ts';
import type consentReceiptTh from '../th/consentReceipt.ts';

export default {
  title: 'Consent receipt',
} satisfies Shape<typeof consentReceiptTh>;
