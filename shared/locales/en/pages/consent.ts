import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/consent.ts';

export default {
  consents: 'Consent forms',
  consent: 'Consent form',
} satisfies Shape<typeof th>;
