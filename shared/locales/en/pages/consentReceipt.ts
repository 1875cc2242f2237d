import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/consentReceipt.ts';

export default {
  userConsentReceipt: 'Find consent receipts',
  consentReceipt: 'Consent receipt',
  consentChoices: 'My consents',
  receiptCheck: 'Check a consent receipt',
} satisfies Shape<typeof th>;
