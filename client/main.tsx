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

greet();
const { locale, path } = splitLocale(location.pathname);
const words = initI18n(locale);
// On their way together with the words, not after them.
prefetchPath(path);
askAhead(path);
await words;
followSystemMode();
createRoot(document.getElementById('root')!).render(<App />);
