// Script of /consent/form/preview: renders the form that the surrounding editor sends, and nobody else's.
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { servePreview } from '../kit/previewPage.ts';
import type { ConsentPreview } from './types.ts';

let drawn: ConsentPreview | undefined;

servePreview<PublicConsentForm>((form, language) => {
  if (drawn) drawn.update(form, { language });
  else drawn = window.PokpongConsent?.preview(document.body, form, { language });
});
