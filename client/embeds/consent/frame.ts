import { element, webAddress } from '../kit/dom.ts';
import { fontOf, type Frame, openFrame, type Place, showMessage } from '../kit/frame.ts';
import type { Language } from '../kit/language.ts';
import frameCss from '../kit/frame.css?inline';
import formCss from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import type { ConsentOptions } from './types.ts';
import { WORDS } from './words.ts';

const css = frameCss + formCss;

/** The element that contains this embed. */
export const TAG = 'pokpong-consent';

export interface FormHandle extends Frame {
  /** Whether the list of purposes is open. */
  isOpen(): boolean;
  focus(): void;
}

interface FrameOptions extends Omit<FormOptions, 'logos' | 'modal'> {
  place: Place;
  template?: ConsentOptions['template'];
  /** Origin that the form's own addresses are relative to. */
  base: string;
}

/** The appearance of a form for its frame. */
const looksOf = ({ form, template, base }: Pick<FrameOptions, 'form' | 'template' | 'base'>) => ({
  tag: TAG,
  css,
  layout: form.layout,
  theme: form.theme,
  font: fontOf(template, form.font, base),
});

/** Displays a consent form. */
export function showForm({ place, ...options }: FrameOptions): FormHandle {
  const { form, template, base } = options;
  const logo = webAddress(template?.logo, document.baseURI);
  const logos = logo ? [logo] : form.logos.flatMap((address) => webAddress(address, base) ?? []);
  const drawn: DrawnForm = drawForm({
    ...options,
    form: { ...form, privacyPolicyUrl: webAddress(form.privacyPolicyUrl, base) },
    logos,
    modal: form.layout === 'popup' && place.kind !== 'inline',
  });
  const frame = openFrame({ ...looksOf(options), node: drawn.node, place, onClose: options.onClose });
  return Object.assign(frame, {
    isOpen: drawn.isOpen,
    focus: () => drawn.heading.focus({ preventScroll: true }),
  });
}

/** Confirms a stored choice after its form was closed. */
export const showSaved = ({
  language,
  ...options
}: Pick<FrameOptions, 'form' | 'template' | 'base'> & { language: Language }): void =>
  showMessage(looksOf(options), WORDS[language].saved);

/**
 * Informs somebody who requested the form that it is loading, or that the product cannot be reached, and what to do.
 */
export function showNotice({
  place,
  language,
  kind,
  onRetry,
  onClose,
}: {
  place: Place;
  language: Language;
  kind: 'opening' | 'unreachable';
  onRetry(): void;
  onClose(): void;
}): Frame {
  const words = WORDS[language];
  const close = element('button', { type: 'button', class: 'act choose' }, words.closeAnswered);
  const retry = element('button', { type: 'button', class: 'act choose' }, words.retry);
  close.addEventListener('click', onClose);
  retry.addEventListener('click', onRetry);
  const node = element(
    place.kind === 'over' ? 'dialog' : 'section',
    { class: 'panel', lang: language, 'aria-labelledby': 'title', 'aria-modal': place.kind === 'over' && 'true' },
    element(
      'div',
      { class: 'top-line' },
      element('h2', { id: 'title', tabindex: '-1', autofocus: true }, words[kind].title),
    ),
    element('div', { class: 'body', role: 'status' }, words[kind].body),
    element(
      'div',
      { class: 'foot' },
      element('div', { class: 'actions pair' }, kind === 'unreachable' && retry, close),
    ),
  );
  // Without a form there is no theme: plain colours.
  return openFrame({ node, place, tag: TAG, css, layout: 'popup', theme: {}, font: {}, onClose });
}
