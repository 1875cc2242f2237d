import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { colourProperties } from './colours.ts';
import { element, focused, webAddress } from './dom.ts';
import css from './form.css?inline';
import { type DrawnForm, drawForm, type FormOptions } from './form.ts';
import type { ConsentOptions } from './types.ts';

/** Font files by their address: the name they have in this page, null when they could not be had. */
const fonts = new Map<string, Promise<string | null>>();
/** How long a last word stays for screen readers, in milliseconds. */
const LAST_WORD = 4000;

/** Where a form stands: over the page, in the flow of an element, or within an element as if that were the page. */
export type Place = { kind: 'over' } | { kind: 'inline' | 'preview'; inside: Element };

export interface ShownForm {
  readonly isOpen: () => boolean;
  focus(): void;
  /** Still in the page, which may have replaced its content. */
  readonly isThere: boolean;
  /** Takes it away; what had the focus before gets it back. `said` is told to screen readers. */
  close(said?: string): void;
}

export interface FrameOptions extends Omit<FormOptions, 'logos' | 'modal'> {
  place: Place;
  template: ConsentOptions['template'];
  /** Origin that the form's own addresses are relative to. */
  base: string;
}

/**
 * One sheet for every form on the page. A constructed sheet needs no permission of the page's Content-Security-Policy.
 */
let sheet: CSSStyleSheet | undefined;
function dress(root: ShadowRoot): void {
  try {
    if (!sheet) {
      const made = new CSSStyleSheet();
      made.replaceSync(css);
      sheet = made;
    }
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Safari before 16.4.
    const style = element('style');
    style.textContent = css;
    root.append(style);
  }
}

/** Shows a form. Its position is fixed, so nothing of the page moves. */
export function showForm({ place, template, base, ...options }: FrameOptions): ShownForm {
  const { form } = options;
  const popup = form.layout === 'popup' && place.kind !== 'inline';
  const modal = popup && place.kind === 'over';
  const host = document.createElement('pokpong-consent');
  if (place.kind === 'preview') host.setAttribute('data-inside', '');
  // Open, so that the host's own accessibility checks can look inside; a closed one keeps no script out.
  const root = host.attachShadow({ mode: 'open' });
  dress(root);

  const logo = webAddress(template?.logo, document.baseURI);
  const logos = logo ? [logo] : form.logos.flatMap((address) => webAddress(address, base) ?? []);
  const drawn: DrawnForm = drawForm({ ...options, logos, modal: popup });
  const stage = element('div', { class: `stage ${place.kind === 'inline' ? 'inline' : form.layout}` }, drawn.node);
  // Set by script one by one: attributes would need 'unsafe-inline'.
  for (const [name, value] of Object.entries(colourProperties(form.theme))) stage.style.setProperty(name, value);
  dressFont(stage, form, template, base);
  // Outside of the dialog: what is said when it closes must outlive it.
  const status = element('p', { class: 'unseen', role: 'status' });
  stage.append(status);
  root.append(place.kind === 'preview' ? element('div', { class: 'frame' }, stage) : stage);

  const before = focused();
  if (place.kind !== 'over') place.inside.append(host);
  // Bars come first in the page, so that they are the first that the keyboard reaches.
  else if (popup) document.body.append(host);
  else document.body.prepend(host);

  if (drawn.node instanceof HTMLDialogElement) {
    drawn.node.addEventListener('cancel', (event) => {
      event.preventDefault();
      options.onClose();
    });
    if (modal) drawn.node.showModal();
    // Without show(), which would take the focus from whoever edits.
    else drawn.node.open = true;
  }
  drawn.node.addEventListener('keydown', (event) => {
    // Keys of the form are none of the page's shortcuts.
    event.stopPropagation();
    if (event.key === 'Escape' && !modal && place.kind === 'over') options.onClose();
  });

  return {
    isOpen: drawn.isOpen,
    focus: () => drawn.heading.focus({ preventScroll: true }),
    get isThere() {
      return drawn.node.isConnected;
    },
    close(said) {
      const hadFocus = root.activeElement !== null;
      if (modal) (drawn.node as HTMLDialogElement).close();
      drawn.node.remove();
      if (said) {
        status.textContent = said;
        setTimeout(() => host.remove(), LAST_WORD);
      } else host.remove();
      if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
    },
  };
}

/**
 * A font file by FontFace, under a name of ours; the page's own rules on fonts (font-src) apply. Without it, the fonts
 * of the sheet.
 */
function dressFont(
  stage: HTMLElement,
  form: PublicConsentForm,
  template: ConsentOptions['template'],
  base: string,
): void {
  const name = template?.fontFamilyName || form.font?.name;
  const wear = (family: string | null) => void (family && stage.style.setProperty('--own-font', `"${family}"`));
  const file =
    template?.fontFamilyName || template?.fontUrl
      ? webAddress(template.fontUrl, document.baseURI)
      : webAddress(form.font?.url, base);
  if (file && 'FontFace' in window) {
    let family = fonts.get(file);
    if (!family) {
      const own = `PokpongConsent${fonts.size}`;
      const face = new FontFace(own, `url(${JSON.stringify(file)})`, { display: 'swap' });
      family = face.load().then(
        () => {
          document.fonts.add(face);
          return own;
        },
        () => null,
      );
      fonts.set(file, family);
    }
    void family.then(wear);
  } else if (name) {
    wear(name.replace(/["\\\n\r\f]/g, ''));
  }
}
