import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { MENU, type MenuItem } from '../../shared/registry/menu.ts';
import { refusal } from '../../shared/registry/permissions.ts';
import type { RouteMatch } from '../../shared/registry/routeMatch.ts';
import { toast } from '../ui/toaster.tsx';
import { GatedPage, NotFoundPage } from './ErrorPages.tsx';
import { groupLanding, roleLanding } from './landing.ts';
import { useGo } from './navigation.ts';
import { useSession } from './session.tsx';

/**
 * Lets a page through to whom it is for. A page that the role may not see is a 403 of the catalogue: a toast,
 * then /logout. One that only the tier or a flag leaves out says so, and how to get it.
 */
export function RouteGate({ match, children }: { match: RouteMatch; children: ReactNode }) {
  const { t } = useTranslation('pages');
  const { standing } = useSession();
  const { route } = match;
  if (route.opensGroup) return <Forward to={groupLanding(standing, route.opensGroup) ?? roleLanding(standing)} />;
  switch (route.permission ? refusal(standing, route.permission) : null) {
    case null:
      return children;
    case 'role':
      return <Forbidden />;
    case 'variant':
      return <NotFoundPage />;
    default:
      return <GatedPage name={t(route.id)} sale={isForSale(route.permission)} />;
  }
}

const items: readonly MenuItem[] = MENU.flatMap((group) => group.items);
const isForSale = (permission: string | undefined): boolean =>
  items.some((item) => item.permission === permission && item.sale) ||
  !items.some((item) => item.permission === permission);

function Forward({ to }: { to: string }) {
  const go = useGo();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}

function Forbidden() {
  const { t } = useTranslation('shell');
  const go = useGo();
  useEffect(() => {
    toast.error(t('error.forbidden'));
    go(pageAddress('logout'), { replace: true });
  }, [go, t]);
  return null;
}
