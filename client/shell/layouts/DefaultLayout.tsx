import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteMatch } from '../../../shared/registry/routeMatch.ts';
import { prefetchWhenIdle } from '../../routes.tsx';
import { loadTexts } from '../../i18n.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { preloadDialog } from '../../ui/Dialog.tsx';
import { fetchLaterParts } from '../../ui/laterPart.ts';
import { chakra } from '../../ui/layout.tsx';
import { guarded } from '../../ui/navigationGuard.tsx';
import { SkeletonPage } from '../../ui/Skeleton.tsx';
import { useIsSmall } from '../../ui/useMediaQuery.ts';
import { whenIdle } from '../../ui/whenIdle.ts';
import { Brand } from '../bars/Brand.tsx';
import { TopBar } from '../bars/TopBar.tsx';
import { ConnectionLine } from '../bars/ConnectionLine.tsx';
import { Footer } from '../bars/Footer.tsx';
import { LanguageMenu } from '../bars/LanguageMenu.tsx';
import { MainMenu, SubmenuStrip, useMenu } from '../bars/MainMenu.tsx';
import { SkipLink } from '../bars/SkipLink.tsx';
import { ShellDialogs, useShellDialog } from '../dialogs/ShellDialogs.tsx';
import { PageError, WorkspaceNotFoundPage } from '../ErrorPages.tsx';
import { LiveSession } from '../LiveSession.tsx';
import { useFocusFallback } from '../../ui/useFocusFallback.ts';
import { usePreparedPages } from '../arrival.ts';
import { roleLanding } from '../landing.ts';
import { useGo } from '../navigation.ts';
import { Palette } from '../Palette.tsx';
import { PrintedOn } from '../PrintedOn.tsx';
import { RouteGate } from '../RouteGate.tsx';
import { useSessionGuard } from '../SessionGuard.tsx';
import { SessionProvider, useSession, useStartup } from '../session.tsx';
import { useShortcutKeys } from '../shortcutKeys.ts';
import { SwitchProvider, useSwitchWorkspace } from '../switchWorkspace.tsx';
import { useLoadingFlag } from '../useLoadingFlag.ts';

const ClosedWorkspace = lazyScreen(async () => {
  const [page] = await Promise.all([import('../ClosedWorkspace.tsx'), loadTexts(['record'])]);
  return page;
});

const NoRole = lazyScreen(() => import('../NoRole.tsx'));

/**
 * The layout behind the guard: bars, menus, the page, the footer. The page is displayed once the workspace is loaded.
 */
export function DefaultLayout({ match, children }: { match: RouteMatch; children: ReactNode }) {
  return (
    <SwitchProvider>
      <ShellOfWorkspace match={match}>{children}</ShellOfWorkspace>
    </SwitchProvider>
  );
}

function ShellOfWorkspace({ match, children }: { match: RouteMatch; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const startup = useStartup();
  useSessionGuard(startup);
  const { target } = useSwitchWorkspace();
  const loading = useLoadingFlag(startup.kind === 'loading' || target !== null);

  if (startup.kind === 'ready') {
    const { ws, personnel } = startup.session;
    return (
      <SessionProvider session={startup.session}>
        <LiveSession>
          <ShellDialogs>
            <Column>
              <Bars visible={!loading} />
              <Content loading={loading} words={target ? t('workspace.switching', { name: target.name }) : undefined}>
                <PrintedOn />
                {/* Keyed: what is displayed and typed does not remain for another workspace or person. */}
                <RouteGate key={`${ws} ${personnel.id}`} match={match}>
                  {children}
                </RouteGate>
              </Content>
            </Column>
          </ShellDialogs>
        </LiveSession>
      </SessionProvider>
    );
  }
  return (
    <Frame>
      {startup.kind === 'workspaceNotFound' && !target ? (
        <WorkspaceNotFoundPage id={startup.id} />
      ) : startup.kind === 'workspaceClosed' && !target ? (
        <Suspense fallback={<SkeletonPage />}>
          <ClosedWorkspace ws={startup.id} />
        </Suspense>
      ) : startup.kind === 'failed' ? (
        <PageError error={startup.error} onRetry={startup.retry} />
      ) : startup.kind === 'noRole' ? (
        <Suspense fallback={<SkeletonPage />}>
          <NoRole />
        </Suspense>
      ) : (
        <SkeletonPage />
      )}
    </Frame>
  );
}

/** Everything above the page. `visible`: the page itself is displayed, so that there is time to prefetch others. */
function Bars({ visible }: { visible: boolean }) {
  const { standing } = useSession();
  const [palette, setPalette] = useState(false);
  const small = useIsSmall();
  const open = useShellDialog();
  const go = useGo();
  useShortcutKeys({ help: () => open({ kind: 'shortcuts' }), home: () => guarded(() => go(roleLanding(standing))) });
  usePreparedPages();
  useFocusFallback();
  const { menu, current } = useMenu();
  useEffect(() => {
    if (!visible) return;
    return whenIdle(() => {
      fetchLaterParts();
      preloadDialog();
    });
  }, [visible]);
  useEffect(() => {
    if (!visible) return;
    const near = (current?.group ?? menu[0])?.items.filter(({ state }) => state === 'open').map(({ path }) => path);
    return prefetchWhenIdle(near ?? []);
  }, [visible, menu, current]);
  return (
    <>
      <SkipLink />
      <TopBar onSearch={() => setPalette(true)} />
      {!small && <MainMenu />}
      {!small && <SubmenuStrip />}
      <ConnectionLine />
      <Palette open={palette} onOpenChange={setPalette} />
    </>
  );
}

/** At least as high as the window, so that the footer is at its bottom. */
const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', minHeight: '100dvh' } });
const Main = chakra('main', {
  base: {
    position: 'relative',
    width: 'full',
    maxWidth: 'wide',
    mx: 'auto',
    px: { base: '4', md: '6' },
    py: { base: '4', md: '6' },
    flex: '1',
    outline: 'none',
    // The footer is hidden before the page is displayed, which would push it away.
    '&:has([aria-busy=true])': { minHeight: '100dvh' },
  },
});

/** While loading, the page is mounted but hidden: it fetches its data in the meantime. */
function Content({ loading, words, children }: { loading: boolean; words: string | undefined; children: ReactNode }) {
  return (
    <>
      <Main
        id="content"
        tabIndex={-1}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        alignContent="start"
        aria-busy={loading}
      >
        <chakra.div
          gridArea="1 / 1"
          minWidth="0"
          maxWidth="content"
          // Lists and pictures use the available width.
          css={{ '&:has([data-list], [data-wide])': { maxWidth: 'none' } }}
          {...(loading && { visibility: 'hidden' as const, maxHeight: '60vh', overflow: 'hidden' })}
        >
          {children}
        </chakra.div>
        {loading && (
          <chakra.div gridArea="1 / 1" maxWidth="content">
            {words && (
              <chakra.p role="status" color="muted" mb="4">
                {words}
              </chakra.p>
            )}
            <SkeletonPage />
          </chakra.div>
        )}
      </Main>
      <Footer />
    </>
  );
}

/** The frame while the session is loading, or when the workspace cannot be displayed. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <Column>
      <SkipLink />
      <chakra.header bg="surface" borderBottomWidth="1px">
        <chakra.div
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          maxWidth="wide"
          mx="auto"
          minHeight="14"
          px={{ base: '2', md: '4', xl: '6' }}
        >
          <Brand />
          <LanguageMenu />
        </chakra.div>
      </chakra.header>
      <Main id="content" tabIndex={-1}>
        {children}
      </Main>
      <Footer />
    </Column>
  );
}
