import type { EmbedTheme } from '../kit/colours.ts';
import { element, webAddress } from '../kit/dom.ts';
import fieldsCss from '../kit/fields.css?inline';
import frameCss from '../kit/frame.css?inline';
import { fontOf, type Frame, openFrame, type Place } from '../kit/frame.ts';
import type { Language } from '../kit/language.ts';
import { button } from './button.ts';
import formCss from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import type { SessionOptions } from './session.ts';
import { WORDS } from './words.ts';

const css = frameCss + fieldsCss + formCss;
const TAG = 'pokpong-request';

export interface FormHandle extends Frame, Pick<DrawnForm, 'focus' | 'progressed' | 'settle'> {}

interface ShowOptions extends Omit<FormOptions, 'logo' | 'modal'> {
  place: Place;
  /** The form's own addresses are relative to `apiUrl`. */
  host: Pick<SessionOptions, 'template' | 'apiUrl'>;
}

/** The form is white; its one colour is that of the main buttons. */
const themeOf = (acceptBackground?: string): Partial<EmbedTheme> => ({
  text: '#1b1d29',
  acceptBackground,
});

type Looks = Pick<ShowOptions, 'form' | 'host'>;
/** How everything of a form looks. */
export const looksOf = ({ form, host: { template, apiUrl } }: Looks) => ({
  tag: TAG,
  css,
  layout: 'popup',
  theme: themeOf(form.themeColor),
  font: fontOf(template, form.font, apiUrl),
});

/** Displays a request form. */
export function showForm({ place, ...options }: ShowOptions): FormHandle {
  const { form, host } = options;
  const drawn = drawForm({
    ...options,
    logo: webAddress(host.template?.logo, document.baseURI) ?? webAddress(form.logo, host.apiUrl),
    modal: place.kind === 'over',
    onClose: place.kind === 'over' ? options.onClose : undefined,
  });
  const frame = openFrame({ ...looksOf(options), node: drawn.node, place, onClose: () => options.onClose?.() });
  return Object.assign(frame, drawn);
}

/** Informs somebody who requested the form that it is loading, or why it is not displayed. */
export function showNotice(
  place: Place,
  language: Language,
  kind: 'opening' | 'unreachable' | 'missing',
  { onRetry, onClose }: { onRetry(): void; onClose(): void },
): Frame {
  const words = WORDS[language];
  const modal = place.kind === 'over';
  const node = element(
    modal ? 'dialog' : 'section',
    { class: 'panel', lang: language, 'aria-labelledby': 'title' },
    element(
      'div',
      { class: 'top-line' },
      element('h2', { id: 'title', tabindex: '-1', autofocus: true }, words[kind].title),
    ),
    element('div', { class: 'body', role: 'status' }, words[kind].body),
    element(
      'div',
      { class: 'foot' },
      element(
        'div',
        { class: 'actions' },
        modal && button('act', words.closeNotice, onClose),
        kind === 'unreachable' && button('act accept', words.retry, onRetry),
      ),
    ),
  );
  return openFrame({ node, place, tag: TAG, css, layout: 'popup', theme: themeOf(), font: {}, onClose });
}
