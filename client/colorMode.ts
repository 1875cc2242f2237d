/** `system` follows the operating system. */
export type ColorMode = 'light' | 'dark' | 'system';

const storageKey = 'pokpong_theme';

/** The chosen mode; `system` when none was chosen. */
export function colorMode(): ColorMode {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Applies and remembers a mode. The same is done before the first paint by public/boot.js. */
export function setColorMode(mode: ColorMode): void {
  try {
    if (mode === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Storage can be blocked; the mode then lasts for this page.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.classList.toggle('light', !dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
}

/** Follows the operating system while no mode is chosen. Returns the unsubscribe. */
export function followSystemMode(): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    if (colorMode() === 'system') setColorMode('system');
  };
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}
