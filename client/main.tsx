import { createRoot } from 'react-dom/client';
import { preferredLocale } from '../shared/locale.ts';
import { splitLocale, withLocale } from '../shared/registry/routeMatch.ts';
import { App, askAhead } from './app.tsx';
import { followSystemMode } from './colorMode.ts';
import { initI18n, rememberedLocale, rememberLocale } from './i18n.ts';
import { prefetchPath } from './routes.tsx';
import { FallbackPage } from './shell/FallbackPage.tsx';
import { followOpenings } from './shell/opening.ts';

/**
 * Redirects visitors of the root to their chosen language or, the first time, their browser's; every other address
 * states its language.
 */
function greet(): void {
  if (location.pathname !== '/') return;
  const wanted = rememberedLocale() ?? preferredLocale(navigator.languages.join(','));
  rememberLocale(wanted);
  if (wanted === 'en') history.replaceState(null, '', `${withLocale('en', '/')}${location.search}${location.hash}`);
}

/**
 * Renders once texts, page and its first data are loaded. All load in parallel, so that the first render is the page
 * itself and not a placeholder.
 */
async function open(): Promise<void> {
  const { locale, path } = splitLocale(location.pathname);
  await Promise.all([initI18n(locale), prefetchPath(path), askAhead(path)]);
  followSystemMode();
  createRoot(document.getElementById('root')!).render(<App />);
}

greet();
followOpenings();
// Not awaited: pages import from this file's chunk, and would wait for it while it waits for them. Without texts
// nothing but the last resort can be drawn.
open().catch(() => createRoot(document.getElementById('root')!).render(<FallbackPage />));
