import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import type { ErrorCode } from '../../shared/registry/errors.ts';
import { onSessionProblem, trpc } from '../trpc.ts';
import { leaveUnasked } from '../ui/navigationGuard.tsx';
import { toast } from '../ui/toaster.tsx';
import { here, loginPath, useLeave } from './navigation.ts';

/**
 * Refusals because of the person's role; every other 403 refuses one action, or the workspace's plan, with its own
 * message.
 */
const OF_ROLE: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'forbidden.role',
  'forbidden.variant',
] satisfies ErrorCode[]);

/**
 * Handles refused calls on pages behind the guard (spec 1 section 8, docs/decisions/059). 401: a toast with the
 * server's message, the cache is cleared, and the sign-in page, which leads back. 403: a toast, and the session ends. A
 * 403 that is not about the role leaves the session: role, tier and flags are read again, and the person stays on the
 * page with their input unless its guard now refuses it.
 */
export function useSessionGuard(): void {
  const { t } = useTranslation(['shell', 'errors']);
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const leave = useLeave();
  useEffect(() => {
    let left = false;
    return onSessionProblem(({ kind, body }) => {
      if (left) return;
      if (kind === 'unauthorized') {
        left = true;
        const next = here();
        const areStored = leaveUnasked(() => leave(loginPath(next)));
        toast.error(
          body?.message || t('errors:unauthorized'),
          areStored ? { detail: t('error.draftStored') } : undefined,
        );
        // After the page is unmounted, so that nothing on it fetches again.
        setTimeout(() => queries.clear(), 0);
        return;
      }
      toast.error(body?.message || t('errors:forbidden'));
      if (body && OF_ROLE.has(body.code)) {
        left = true;
        leaveUnasked(() => leave(pageAddress('logout')));
      } else {
        void Promise.all([utils.auth.profile.invalidate(), utils.workspace.invalidate()]);
      }
    });
  }, [t, queries, utils, leave]);
}
