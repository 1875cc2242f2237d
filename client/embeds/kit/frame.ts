import type { EmbedTheme } from './colours.ts';
import { colourProperties } from './colours.ts';
import { element, focused, webAddress } from './dom.ts';
import { applySheet } from './sheet.ts';

/** Names of font files in this page, by address. */
const fonts = new Map<string, string>();
/** How long a final message is displayed, in milliseconds. */
const MESSAGE_MS = 6000;
/** Delay before a message is set in a new status element: screen readers announce changes in one. */
const STATUS_MS = 100;

/** The place of a form: over the page, in the flow of an element, or within an element as if that were the page. */
export type Place = { kind: 'over' } | { kind: 'inline' | 'preview'; inside: Element };

export interface Frame {
  /** Whether it is still in the page, whose content may have been replaced. */
  readonly isThere: boolean;
  /** Closes it and restores the focus. `message` is displayed in its place for a while, and announced. */
  close(message?: string): void;
}

/** A font by its name in the page, or by the address of a file. */
export interface EmbedFont {
  name?: string | null | undefined;
  file?: string | null | undefined;
}

export interface FrameOptions {
  /** The form, as a section, or as a dialog, which is modal when it is over the page. */
  node: HTMLElement;
  place: Place;
  /** Name of the containing element. */
  tag: string;
  css: string;
  /** Class of the layout. */
  layout: string;
  theme: Partial<EmbedTheme>;
  font: EmbedFont;
  /** Escape, or the dialog's own cancel event. */
  onClose(): void;
}

/** An element that still displays its last message; the next form replaces it. */
let leaving: HTMLElement | undefined;

/** The container of an embed: a separate shadow root, fixed, so that nothing of the page moves. */
function buildStage({
  place,
  tag,
  css,
  layout,
  theme,
  font,
}: Pick<FrameOptions, 'place' | 'tag' | 'css' | 'layout' | 'theme' | 'font'>) {
  const host = document.createElement(tag);
  // Open, so that the host's own accessibility checks can look inside; a closed one would not exclude scripts.
  const root = host.attachShadow({ mode: 'open' });
  applySheet(root, css);
  // Outside of the form: an announcement on closing must outlive it.
  const status = element('p', { class: 'unseen', role: 'status' });
  const stage = element('div', { class: `stage ${place.kind === 'inline' ? 'inline' : layout}` }, status);
  // Set by script one by one: attributes would need 'unsafe-inline'.
  for (const [name, value] of Object.entries(colourProperties(theme))) stage.style.setProperty(name, value);
  applyFont(stage, font);
  root.append(stage);
  return {
    host,
    root,
    stage,
    /** Its last message. */
    announce(message: string) {
      leaving = host;
      status.className = 'saved';
      status.textContent = message;
      setTimeout(() => host.remove(), MESSAGE_MS);
    },
  };
}

/** Displays a message for a while, over the page, where a form of these options would be. */
export function showMessage(options: Omit<FrameOptions, 'node' | 'place' | 'onClose'>, message: string): void {
  const { host, announce } = buildStage({ ...options, place: { kind: 'over' } });
  document.body.append(host);
  setTimeout(() => announce(message), STATUS_MS);
}

/** Adds a form to the page, in a separate shadow root. Its position is fixed, so nothing of the page moves. */
export function openFrame({ node, onClose, ...options }: FrameOptions): Frame {
  const { place } = options;
  const modal = node instanceof HTMLDialogElement && place.kind === 'over';
  const { host, root, stage, announce } = buildStage(options);
  leaving?.remove();
  stage.prepend(node);

  const before = focused();
  if (place.kind !== 'over') place.inside.append(host);
  // Bars come first in the page, so that the keyboard reaches them first.
  else document.body[modal ? 'append' : 'prepend'](host);

  if (node instanceof HTMLDialogElement) {
    node.addEventListener('cancel', (event) => {
      event.preventDefault();
      onClose();
    });
    if (modal) node.showModal();
    // Without show(), which would take the focus from the editor.
    else node.open = true;
  }
  node.addEventListener('keydown', (event) => {
    // Keys in the form must not trigger shortcuts of the page.
    event.stopPropagation();
    if (event.key === 'Escape' && !modal && place.kind === 'over') onClose();
  });

  return {
    get isThere() {
      return node.isConnected;
    },
    close(message) {
      const hadFocus = root.activeElement !== null;
      if (modal) (node as HTMLDialogElement).close();
      node.remove();
      if (message) announce(message);
      else host.remove();
      if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
    },
  };
}

/**
 * Font files are added as a FontFace under a name of ours, which the browser loads once it is used; the page's own
 * rules on fonts (font-src) apply. Without the file, the fonts of the style sheet.
 */
function applyFont(stage: HTMLElement, { name, file }: EmbedFont): void {
  let family = name?.replace(/["\\\n\r\f]/g, '');
  if (file) {
    family = fonts.get(file);
    if (!family) {
      fonts.set(file, (family = `Pokpong${fonts.size}`));
      document.fonts.add(new FontFace(family, `url(${JSON.stringify(file)})`, { display: 'swap' }));
    }
  }
  if (family) stage.style.setProperty('--own-font', `"${family}"`);
}

/** The font of a form: the one that the host page requires, otherwise the form's own. */
export function fontOf(
  template: { fontFamilyName?: string; fontUrl?: string } | undefined,
  font: { name?: string | null; url?: string | null } | null | undefined,
  base: string,
): EmbedFont {
  return {
    name: template?.fontFamilyName || font?.name,
    file:
      template?.fontFamilyName || template?.fontUrl
        ? webAddress(template.fontUrl, document.baseURI)
        : webAddress(font?.url, base),
  };
}
