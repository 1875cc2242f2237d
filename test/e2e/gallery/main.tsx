import { ChakraProvider } from '@chakra-ui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { Link as RouterLink, Route, Router, Switch as Routes } from 'wouter';
import { followSystemMode } from '../../../client/colorMode.ts';
import { initI18n } from '../../../client/i18n.ts';
import { system } from '../../../client/theme.ts';
import { ErrorBoundary, Toaster, guardedNavigation } from '../../../client/ui/index.ts';
import { splitLocale } from '../../../shared/registry/routeMatch.ts';

// The components of client/ui on some pages, for viewing and for the browser tests; not shipped.
const pages = {
  blocks: lazy(() => import('./BlocksPage.tsx')),
  table: lazy(() => import('./TablePage.tsx')),
  form: lazy(() => import('./FormPage.tsx')),
  states: lazy(() => import('./StatesPage.tsx')),
  sending: lazy(() => import('./SendingPage.tsx')),
};

const { locale } = splitLocale(location.pathname);
await initI18n(locale);
followSystemMode();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <ChakraProvider value={system}>
        <Router base={locale === 'en' ? '/en' : ''} aroundNav={guardedNavigation}>
          <main style={{ maxWidth: 1280, margin: '0 auto', padding: 16 }}>
            <nav aria-label="gallery" style={{ display: 'flex', gap: 12, marginBottom: 16 }}>
              {Object.keys(pages).map((name) => (
                <RouterLink key={name} href={`/${name}`}>
                  {name}
                </RouterLink>
              ))}
            </nav>
            <ErrorBoundary>
              <Suspense>
                <Routes>
                  {Object.entries(pages).map(([name, Page]) => (
                    <Route key={name} path={`/${name}`}>
                      <Page />
                    </Route>
                  ))}
                  <Route>
                    <pages.blocks />
                  </Route>
                </Routes>
              </Suspense>
            </ErrorBoundary>
          </main>
          <Toaster />
        </Router>
      </ChakraProvider>
    </QueryClientProvider>,
  );
}
