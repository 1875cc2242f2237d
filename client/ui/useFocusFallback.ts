import { useEffect } from 'react';

/** Dialogs and forms that return the focus themselves do so within this time, in milliseconds. */
const RETURN_MS = 150;

const isFocusNowhere = (): boolean => (document.activeElement ?? document.body) === document.body;

/** The parts of the page around an element that can be named by a heading, the innermost first. */
function partsAround(element: Element): Element[] {
  const parts: Element[] = [];
  for (let part = element.closest('section, main'); part; part = part.parentElement?.closest('section, main') ?? null)
    parts.push(part);
  return parts;
}

/** Focuses the first visible heading of a part, or the part itself. @returns whether the focus is there now */
function focusHeading(part: Element): boolean {
  const heading = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')].find((one) => one.checkVisibility());
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return document.activeElement === heading;
}

/**
 * When the focused element disappears, such as the button of an action once it is carried out or a dialog whose own
 * button is gone, the focus continues where that element was: at the control that was focused on the page before, or at
 * the heading of its section or page. Without this, keyboard and screen-reader users would start again at the top of
 * the document. Does nothing when the user removed the focus, for example by a press beside all controls.
 */
export function useFocusFallback(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let onPage: HTMLElement | null = null;
    let parts: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    // A button that is disabled while its action runs has lost the focus too, and gets it back when it is enabled.
    const isPaused = () => focused !== null && focused.isConnected && focused.matches(':disabled');
    const isLost = () => focused !== null && isFocusNowhere() && !isPaused();
    const restore = () => {
      timer = undefined;
      if (!isLost()) return;
      focused = null;
      if (onPage?.isConnected) {
        onPage.focus({ preventScroll: true });
        if (document.activeElement === onPage) return;
      }
      for (const part of parts) if (part.isConnected && focusHeading(part)) return;
      document.getElementById('content')?.focus({ preventScroll: true });
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      focused = target;
      if (!document.getElementById('content')?.contains(target)) return;
      onPage = target;
      parts = partsAround(target);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // An element that is removed is disconnected by then.
      if (relatedTarget === null)
        setTimeout(() => {
          if (isFocusNowhere() && document.hasFocus() && focused?.isConnected && !isPaused()) focused = null;
        });
    };
    const observer = new MutationObserver(() => {
      if (timer === undefined && isLost()) timer = setTimeout(restore, RETURN_MS);
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, []);
}
