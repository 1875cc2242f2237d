import { webAddress } from '../kit/dom.ts';
import { fontOf, type Frame, openFrame, type Place } from '../kit/frame.ts';
import css from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import type { ConsentOptions } from './types.ts';

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

/** Shows a consent form. */
export function showForm({ place, template, base, ...options }: FrameOptions): FormHandle {
  const { form } = options;
  const logo = webAddress(template?.logo, document.baseURI);
  const logos = logo ? [logo] : form.logos.flatMap((address) => webAddress(address, base) ?? []);
  const drawn: DrawnForm = drawForm({
    ...options,
    logos,
    modal: form.layout === 'popup' && place.kind !== 'inline',
  });
  const frame = openFrame({
    node: drawn.node,
    place,
    tag: 'pokpong-consent',
    css,
    layout: form.layout,
    theme: form.theme,
    font: fontOf(template, form.font, base),
    onClose: options.onClose,
  });
  return Object.assign(frame, {
    isOpen: drawn.isOpen,
    focus: () => drawn.heading.focus({ preventScroll: true }),
  });
}
