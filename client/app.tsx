import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ErrorBoundary as LastResort } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { Route, Router, useLocation } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { matchRoute, splitLocale, type RouteMatch } from '../shared/registry/routeMatch.ts';
import { startsWithSession } from '../shared/registry/screens.ts';
import { currentLocale, setLocale } from './i18n.ts';
import { PageOf } from './routes.tsx';
import { FallbackPage } from './shell/FallbackPage.tsx';
import { NotFoundPage, PageError } from './shell/ErrorPages.tsx';
import { preparedNavigation } from './shell/arrival.ts';
import { AuthLayout } from './shell/layouts/AuthLayout.tsx';
import { DefaultLayout } from './shell/layouts/DefaultLayout.tsx';
import { FullPageLoader } from './shell/layouts/FullPageLoader.tsx';
import { LandingLayout } from './shell/layouts/LandingLayout.tsx';
import { askStart } from './shell/startup.ts';
import { markThaiTexts } from './shell/thaiText.ts';
import { system } from './theme.ts';
import { createClient, createQueryClient, trpc } from './trpc.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { chakra } from './ui/layout.tsx';
import { setTitleSuffix, showTitle } from './ui/pageTitle.ts';
import { SkeletonPage } from './ui/Skeleton.tsx';
import { Toaster } from './ui/toaster.tsx';

/** Milliseconds after which a page counts as viewed. */
const PAGE_VIEW_DELAY = 1500;

const queryClient = createQueryClient();
const client = createClient({ locale: currentLocale });

/** Sends the first calls of the page at `path`; resolves once they are answered or have failed. */
export async function askAhead(path: string): Promise<void> {
  const route = matchRoute(path)?.route;
  if (route && startsWithSession(route)) await askStart(queryClient, client, { guarded: route.layout === 'default' });
}

/** The entire client: providers, then language by address, then the page of the address in its layout. */
export function App() {
  return (
    <LastResort FallbackComponent={FallbackPage}>
      <ChakraProvider value={system}>
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <InLanguage />
            <Toaster />
          </QueryClientProvider>
        </trpc.Provider>
      </ChakraProvider>
    </LastResort>
  );
}

/** Thai at the root, English under /en: the address decides, and its texts are fetched before the first render. */
function InLanguage() {
  const [pathname] = useBrowserLocation();
  const { locale } = splitLocale(pathname);
  const [loadedLocale, setLoadedLocale] = useState(currentLocale);
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    setFailure(undefined);
    if (locale !== currentLocale())
      setLocale(locale).then(
        () => wanted && setLoadedLocale(locale),
        (error: unknown) => wanted && setFailure(error),
      );
    else setLoadedLocale(locale);
    return () => {
      wanted = false;
    };
  }, [locale, attempt]);
  useEffect(() => (locale === 'en' ? markThaiTexts(document.body) : undefined), [locale]);
  if (loadedLocale !== locale) {
    if (!failure) return <FullPageLoader />;
    // In the language whose texts are there.
    return (
      <LandingLayout>
        <PageError error={failure} onRetry={() => setAttempt(attempt + 1)} />
      </LandingLayout>
    );
  }
  return (
    <Router base={locale === 'en' ? '/en' : ''} key={locale} aroundNav={preparedNavigation}>
      <Screen />
    </Router>
  );
}

function Screen() {
  const [path] = useLocation();
  const match = matchRoute(path);
  useTitle(match);
  useFreshStart(path);
  if (!match) {
    return (
      <LandingLayout>
        <NotFoundPage />
      </LandingLayout>
    );
  }
  const page = <Page match={match} path={path} />;
  switch (match.route.layout) {
    case 'auth':
      return <AuthLayout>{page}</AuthLayout>;
    case 'landing':
      return <LandingLayout>{page}</LandingLayout>;
    case 'blank':
      return page;
    case 'default':
      return <DefaultLayout match={match}>{page}</DefaultLayout>;
  }
}

const Entering = chakra('div', { base: { animation: 'appear 160ms ease-out' } });

/** The page itself, once its guard permits it. */
function Page({ match, path }: { match: RouteMatch; path: string }): ReactNode {
  usePageView(match);
  return (
    <ErrorBoundary resetKeys={[path]} render={(error, retry) => <PageError error={error} onRetry={retry} />}>
      <Suspense fallback={match.route.layout === 'default' ? <SkeletonPage /> : <FullPageLoader />}>
        <Entering key={match.route.id}>
          <Route path={match.route.path}>
            <PageOf id={match.route.id} />
          </Route>
        </Entering>
      </Suspense>
    </ErrorBoundary>
  );
}

/** The title of the tab until the page sets a better one: the name of its record, for example. */
function useTitle(match: RouteMatch | null): void {
  const { t } = useTranslation('pages');
  const { t: shell } = useTranslation('shell');
  const title = match ? t(match.route.id) : shell('error.notFoundTitle');
  // Before the effects of the page, whose header may set a better one.
  useLayoutEffect(() => {
    setTitleSuffix(shell('brand'));
    showTitle(title);
  }, [title, shell]);
}

/** A new page starts at its top; on Back, the browser restores the position. */
function useFreshStart(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    // The link that was followed may have disappeared with its page: keyboard focus moves to the content.
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}

/**
 * Counts a view of the page by its pattern and workspace, after the page's own effects; nothing about record or person
 * is sent.
 */
function usePageView(match: RouteMatch): void {
  const { client: calls } = trpc.useUtils();
  const route = match.route.path;
  useEffect(() => {
    const timer = setTimeout(() => {
      // By now the address names the displayed workspace.
      const ws = new URLSearchParams(location.search).get('workspace');
      void calls.analytics.pageview.mutate({ route, ...(ws && { ws }) }, { context: { quiet: true } }).catch(() => {});
    }, PAGE_VIEW_DELAY);
    return () => clearTimeout(timer);
  }, [route, calls]);
}
