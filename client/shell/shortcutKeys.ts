import { useEffect, useRef } from 'react';
import { isKey } from '../ui/paletteKey.ts';

const storageKey = 'pokpong_single_keys';
const chordMs = 1000;

/** Whether single-letter shortcuts are on; they can be turned off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Turns single-letter shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage can be blocked; the choice then lasts for this page only.
  }
}

/** Whether the focused element accepts letters itself, or is in a dialog, which has the page behind it. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(input|textarea|select)$/i.test(target.tagName) ||
      target.closest('[role=menu],[role=listbox],[role$=dialog]') !== null)
  );
}

/** `?` opens the shortcuts; `g` then `h` navigates to the person's first page. */
export function useShortcutKeys({ help, home }: { help: () => void; home: () => void }): void {
  const latest = useRef({ help, home });
  useEffect(() => {
    latest.current = { help, home };
  });
  useEffect(() => {
    let goAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        !singleKeysOn()
      )
        return;
      if (event.key === '?') {
        event.preventDefault();
        latest.current.help();
      } else if (isKey(event, 'g')) goAt = event.timeStamp;
      else if (isKey(event, 'h') && event.timeStamp - goAt < chordMs) latest.current.home();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
