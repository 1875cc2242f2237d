import type { Place } from './frame.ts';
import type { Language } from './language.ts';
import previewCss from './preview.css?inline';

interface Message<Form> {
  type: 'pokpong:preview';
  form: Form;
  language?: Language;
}

/** A form on the page of a preview, as if that were the page of a site. */
export const PREVIEW_PLACE: Place = { kind: 'preview', inside: document.body };

type Draw<Form> = (form: Form, language: Language) => void;

/**
 * Renders what the surrounding editor sends, and nobody else's messages, and notifies it when that is done.
 * @param draw replaces the form on the page; `drawAgain` does that for input of the person in front of it
 */
export function servePreview<Form>(draw: (form: Form, language: Language, drawAgain: Draw<Form>) => void): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(previewCss);
  const drawStyled: Draw<Form> = (form, language) => {
    draw(form, language, drawStyled);
    // Here and not with the other sheets, so that visitors of sites do not download it.
    document.body.lastElementChild?.shadowRoot?.adoptedStyleSheets.push(sheet);
  };
  addEventListener('message', ({ origin, source, data }: MessageEvent<Partial<Message<Form>> | null>) => {
    if (origin !== location.origin || source !== parent || data?.type !== 'pokpong:preview' || !data.form) return;
    const { form, language = 'th' } = data;
    document.documentElement.lang = language;
    drawStyled(form, language);
    parent.postMessage({ type: 'pokpong:preview-drawn' }, location.origin);
  });
  if (parent !== window) parent.postMessage({ type: 'pokpong:preview-ready' }, location.origin);
}
