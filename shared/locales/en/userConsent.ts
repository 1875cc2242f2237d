import type { Shape } from '../shape.ts';
import type userConsentTh from '../th/userConsent.ts';

export default {
  title: 'Consent dashboard',
} satisfies Shape<typeof userConsentTh>;
