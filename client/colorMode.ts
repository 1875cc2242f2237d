/** `system` follows the operating system. */
export type ColorMode = 'light' | 'dark' | 'system';

const storageKey = 'pokpong_theme';

/** The chosen mode; `system` by default. */
export function colorMode(): ColorMode {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Applies and stores a mode. public/boot.js does the same before the first paint. */
export function setColorMode(mode: ColorMode): void {
  try {
    if (mode === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Storage can be blocked; the mode then lasts for this page.
  }
  apply(mode);
}

/** Applies a mode to the page; print is always light. */
function apply(mode: ColorMode): void {
  const wanted = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const dark = wanted && !matchMedia('print').matches;
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.classList.toggle('light', !dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
}

/** Follows the operating system while no mode is chosen, and switches to light for print. @returns unsubscribes */
export function followSystemMode(): () => void {
  const queries = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('print')];
  const follow = () => apply(colorMode());
  for (const query of queries) query.addEventListener('change', follow);
  return () => queries.forEach((query) => query.removeEventListener('change', follow));
}
