import type { Language } from './language.ts';

interface Message<Form> {
  type: 'pokpong:preview';
  form: Form;
  language?: Language;
}

/** Renders what the surrounding editor sends, and nobody else's messages, and notifies it when that is done. */
export function servePreview<Form>(draw: (form: Form, language: Language) => void): void {
  addEventListener('message', ({ origin, source, data }: MessageEvent<Partial<Message<Form>> | null>) => {
    if (origin !== location.origin || source !== parent || data?.type !== 'pokpong:preview' || !data.form) return;
    const { form, language = 'th' } = data;
    document.documentElement.lang = language;
    draw(form, language);
    parent.postMessage({ type: 'pokpong:preview-drawn' }, location.origin);
  });
  if (parent !== window) parent.postMessage({ type: 'pokpong:preview-ready' }, location.origin);
}
