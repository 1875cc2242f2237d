import { BadgeCheck, BellRing, FileCheck2, History, Languages, Scale, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { firstWorkspace } from '../../../shared/shell/firstWorkspaces.ts';
import { prefetchPath } from '../../routes.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { chakra } from '../../ui/layout.tsx';
import ShadeArt from '../../shell/ShadeArt.tsx';
import { PageError } from '../../shell/ErrorPages.tsx';
import NoRole from '../../shell/NoRole.tsx';
import { isNotFound } from '../../shell/errors.ts';
import { roleLanding } from '../../shell/landing.ts';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { useGo, useLeave, useWorkspaceParam } from '../../shell/navigation.ts';
import { sessionOf } from '../../shell/session.tsx';
import { useStart } from '../../shell/startup.ts';

/** Signed out: the product description with the sign-in. Signed in: redirects to the landing page of the role. */
export default function HomePage() {
  const named = useWorkspaceParam();
  const go = useGo();
  const leave = useLeave();
  const { data, error, isPending, refetch } = useStart();
  const { current, config, workspaces } = data ?? {};
  const session = current && config ? sessionOf(current.ws, current.workspace, current.profile, config) : null;
  const isSignedIn = session !== null;
  const noRole = workspaces?.collection.length === 0 || (Boolean(current) && !session);
  // The address names a workspace that the user may not enter.
  const isElsewhere = named !== null && (error ? isNotFound(error) : Boolean(workspaces) && !current);
  // All are being deleted: the page of the first states until when that can be undone (docs/decisions/034).
  const closed = named === null && workspaces && !current ? firstWorkspace(workspaces.collection) : null;
  // The code of the usual landing page is loaded in parallel with the session.
  useEffect(() => {
    if (isSignedIn) void prefetchPath(pageAddress('applications'));
  }, [isSignedIn]);
  useEffect(() => {
    if (session) go(`${roleLanding(session.standing)}?workspace=${session.ws}`, { replace: true });
    else if (noRole) return;
    else if (isElsewhere) leave(pageAddress('home'));
    else if (closed) go(pageAddress('workspaces', { workspace: closed }), { replace: true });
  }, [session, noRole, isElsewhere, closed, go, leave]);
  if (noRole) return <NoRole />;
  if (isPending || isElsewhere || closed || session) return <FullPageLoader />;
  // Whether somebody is signed in is unknown.
  if (!data) return <PageError error={error} onRetry={() => void refetch()} />;
  return <Welcome signup={config?.signup === 'open'} />;
}

const POINTS = [
  ['record', FileCheck2],
  ['basis', Scale],
  ['version', History],
  ['live', BellRing],
  ['wall', ShieldCheck],
  ['language', Languages],
] as const;

function Welcome({ signup }: { signup: boolean }) {
  const { t } = useTranslation(['shell', 'welcome']);
  return (
    <>
      <chakra.section
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '6fr 5fr' }}
        gap={{ base: '6', lg: '12' }}
        alignItems="center"
        py={{ base: '4', md: '10' }}
      >
        <div>
          <chakra.p display="inline-flex" alignItems="center" gap="2" color="accent.text" fontWeight="semibold" mb="3">
            <BadgeCheck size={18} aria-hidden />
            {t('tagline')}
          </chakra.p>
          <chakra.h1
            fontSize={{ base: '2xl', md: '3xl' }}
            lineHeight="display"
            fontWeight="semibold"
            css={{ textWrap: 'balance' }}
          >
            {t('welcome:title')}
          </chakra.h1>
          <chakra.p color="muted" fontSize="lg" mt="4" maxWidth="40rem">
            {t('welcome:lead')}
          </chakra.p>
          <chakra.div display="flex" flexWrap="wrap" gap="3" mt="6">
            <LinkButton look="main" size="lg" href={pageAddress('login')}>
              {t('welcome:signIn')}
            </LinkButton>
            {signup && (
              <LinkButton size="lg" href={pageAddress('signup')}>
                {t('welcome:signUp')}
              </LinkButton>
            )}
          </chakra.div>
        </div>
        <chakra.div
          display={{ base: 'none', lg: 'block' }}
          height="420px"
          borderRadius="card"
          borderWidth="1px"
          overflow="hidden"
        >
          <ShadeArt />
        </chakra.div>
      </chakra.section>
      <chakra.ul
        listStyle="none"
        display="grid"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="4"
        pb="10"
        mt="4"
      >
        {POINTS.map(([key, Icon]) => (
          <chakra.li key={key} bg="surface" borderWidth="1px" borderRadius="card" p="5">
            <chakra.span color="accent.text">
              <Icon size={22} aria-hidden />
            </chakra.span>
            <chakra.h2 textStyle="title" mt="2">
              {t(`welcome:${key}`)}
            </chakra.h2>
            <chakra.p color="muted" mt="1">
              {t(`welcome:${key}Body`)}
            </chakra.p>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}
