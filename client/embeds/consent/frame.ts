import { clickable, element, webAddress } from '../kit/dom.ts';
import { fontOf, type Frame, openFrame, type Place, showMessage } from '../kit/frame.ts';
import type { Language } from '../kit/language.ts';
import frameCss from '../kit/frame.css?inline';
import formCss from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import { WORDS } from './words.ts';

const css = frameCss + formCss;

/** The element that contains this embed. */
export const TAG = 'pokpong-consent';

export type FormHandle = Frame & DrawnForm;

interface FrameOptions extends Omit<FormOptions, 'logos' | 'modal'> {
  place: Place;
}

/** The appearance of a form for its frame. */
const looksOf = ({ form, host }: Pick<FrameOptions, 'form' | 'host'>) => ({
  tag: TAG,
  css,
  layout: form.layout,
  theme: form.theme,
  font: fontOf(host.template, form.font, host.apiUrl),
});

/** Displays a consent form. */
export function showForm({ place, ...options }: FrameOptions): FormHandle {
  const { form, host } = options;
  const logo = webAddress(host.template?.logo, document.baseURI);
  const logos = logo ? [logo] : form.logos.flatMap((address) => webAddress(address, host.apiUrl) ?? []);
  const drawn = drawForm({
    ...options,
    logos,
    modal: form.layout === 'popup' && place.kind !== 'inline',
  });
  const frame = openFrame({ ...looksOf(options), node: drawn.node, place, onClose: options.onClose });
  return Object.assign(frame, drawn);
}

/** Confirms a stored choice after its form was closed. */
export const showSaved = ({ language, ...options }: Pick<FrameOptions, 'form' | 'host' | 'language'>): void =>
  showMessage(looksOf(options), WORDS[language].saved);

/**
 * Informs somebody who requested the form that it is loading, that the product cannot be reached, or that there is
 * none, and what to do.
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
  kind: 'opening' | 'unreachable' | 'missing';
  onRetry(): void;
  onClose(): void;
}): Frame {
  const words = WORDS[language];
  const close = clickable('act accept', onClose);
  const retry = clickable('act accept', onRetry);
  close.append(words.closeAnswered);
  retry.append(words.retry);
  const node = element(
    place.kind === 'over' ? 'dialog' : 'section',
    { class: 'panel', lang: language, 'aria-labelledby': 'title' },
    element(
      'div',
      { class: 'top-line' },
      element('h2', { id: 'title', tabindex: '-1', autofocus: true }, words[kind].title),
    ),
    element('div', { class: 'body', role: 'status' }, words[kind].body),
    element('div', { class: 'foot' }, element('div', { class: 'actions' }, kind === 'unreachable' && retry, close)),
  );
  // Without a form there is no theme: plain colours.
  return openFrame({ node, place, tag: TAG, css, layout: 'popup', theme: {}, font: {}, onClose });
}
