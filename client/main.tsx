import { createRoot } from 'react-dom/client';
import { preferredLocale } from '../shared/locale.ts';
import { splitLocale, withLocale } from '../shared/routes.ts';
import { App } from './app.tsx';
import { followSystemMode } from './colorMode.ts';
import { initI18n, rememberedLocale } from './i18n.ts';

/**
 * Somebody who comes to the root is met in the language he chose, or, the first time, in his browser's;
 * every other address says its language itself.
 */
function greet(): void {
  if (location.pathname !== '/') return;
  const wanted = rememberedLocale() ?? preferredLocale(navigator.languages.join(','));
  if (wanted === 'en') history.replaceState(null, '', `${withLocale('en', '/')}${location.search}${location.hash}`);
}

greet();
await initI18n(splitLocale(location.pathname).locale);
followSystemMode();
createRoot(document.getElementById('root')!).render(<App />);
