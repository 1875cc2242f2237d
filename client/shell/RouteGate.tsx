import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusal } from '../../shared/registry/permissions.ts';
import type { RouteMatch } from '../../shared/registry/routeMatch.ts';
import { laterPart } from '../ui/laterPart.ts';
import { NotFoundPage } from './ErrorPages.tsx';
import { groupLanding, roleLanding } from './landing.ts';
import { useGo } from './navigation.ts';
import { useSession } from './session.tsx';

const RefusedPage = laterPart(() => import('./RefusedPage.tsx'));

/**
 * Displays a page only to those with the permission that its route declares. For a role without it, the page states
 * this in the words of the specification and how to request it: the server is not called, so the session stays
 * (docs/decisions/059). Where only the tier or a flag is missing, the page states that, and how to get it.
 */
export function RouteGate({ match, children }: { match: RouteMatch; children: ReactNode }) {
  const { t } = useTranslation('pages');
  const { standing } = useSession();
  const { route } = match;
  if (route.opensGroup) return <Forward to={groupLanding(standing, route.opensGroup) ?? roleLanding(standing)} />;
  if (!route.permission) return children;
  const reason = refusal(standing, route.permission);
  if (reason === null) return children;
  if (reason === 'variant') return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <RefusedPage name={t(route.id)} permission={route.permission} isGated={reason !== 'role'} />
    </Suspense>
  );
}

function Forward({ to }: { to: string }) {
  const go = useGo();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}
