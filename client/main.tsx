import { createRoot } from 'react-dom/client';
import { preferredLocale } from '../shared/locale.ts';
import { splitLocale, withLocale } from '../shared/registry/routeMatch.ts';
import { App, askAhead } from './app.tsx';
import { followSystemMode } from './colorMode.ts';
import { initI18n, rememberedLocale } from './i18n.ts';
import { prefetchPath } from './routes.tsx';

/**
 * Somebody who comes to the root is met in the language they chose, or, the first time, in their browser's;
 * every other address says its language itself.
 */
function greet(): void {
  if (location.pathname !== '/') return;
  const wanted = rememberedLocale() ?? preferredLocale(navigator.languages.join(','));
  if (wanted === 'en') history.replaceState(null, '', `${withLocale('en', '/')}${location.search}${location.hash}`);
}

/**
 * Draws once texts, page and what it begins with are there: all are on their way together, so that the first drawing is
 * of the page itself and not of a placeholder.
 */
async function open(): Promise<void> {
  const { locale, path } = splitLocale(location.pathname);
  await Promise.all([initI18n(locale), prefetchPath(path), askAhead(path)]);
  followSystemMode();
  createRoot(document.getElementById('root')!).render(<App />);
}

greet();
// Not awaited: pages import what stands in this file's chunk, and would wait for it while it waits for them.
void open();
