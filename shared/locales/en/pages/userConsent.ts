import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/userConsent.ts';

export default {
  consentDashboard: 'Consent dashboard',
} satisfies Shape<typeof th>;
