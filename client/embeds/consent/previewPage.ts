// Script of /consent/form/preview: draws the form that the editor around it sends, and no one else's.
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import type { Language } from '../kit/language.ts';
import type { ConsentPreview } from './types.ts';

interface Message {
  type: 'pokpong:preview';
  form: PublicConsentForm;
  language?: Language;
}

let drawn: ConsentPreview | undefined;

addEventListener('message', ({ origin, source, data }: MessageEvent<Partial<Message> | null>) => {
  if (origin !== location.origin || source !== parent || data?.type !== 'pokpong:preview' || !data.form) return;
  const { form, language = 'th' } = data;
  document.documentElement.lang = language;
  if (drawn) drawn.update(form, { language });
  else drawn = window.PokpongConsent?.preview(document.body, form, { language });
  parent.postMessage({ type: 'pokpong:preview-drawn' }, location.origin);
});
if (parent !== window) parent.postMessage({ type: 'pokpong:preview-ready' }, location.origin);
