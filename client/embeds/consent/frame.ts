import { webAddress } from '../kit/dom.ts';
import { fontOf, openFrame, type Place } from '../kit/frame.ts';
import css from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import type { ConsentOptions } from './types.ts';

export interface FormHandle {
  readonly isOpen: () => boolean;
  focus(): void;
  /** Still in the page, which may have replaced its content. */
  readonly isThere: boolean;
  /** Takes it away; what had the focus before gets it back. `message` is announced to screen readers. */
  close(message?: string): void;
}

interface FrameOptions extends Omit<FormOptions, 'logos' | 'modal'> {
  place: Place;
  template: ConsentOptions['template'];
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
  return {
    isOpen: drawn.isOpen,
    focus: () => drawn.heading.focus({ preventScroll: true }),
    get isThere() {
      return frame.isThere;
    },
    close: frame.close,
  };
}
