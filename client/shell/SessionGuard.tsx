import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import type { ErrorCode } from '../../shared/registry/errors.ts';
import { onSessionProblem, trpc } from '../trpc.ts';
import { leaveUnasked } from '../ui/navigationGuard.tsx';
import { toast } from '../ui/toaster.tsx';
import { here, loginPath, useLeave } from './navigation.ts';

/** Refusals of the person's role; every other 403 refuses one act, or the workspace's plan, in words of its own. */
const OF_ROLE: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'forbidden.role',
  'forbidden.variant',
] satisfies ErrorCode[]);

/**
 * What pages behind the guard do about refused calls (spec 1 section 8, docs/decisions/059). 401: a toast with the
 * server's words, everything fetched is forgotten, and the sign-in page, which leads back. 403: a toast, and the session
 * ends. A 403 that is not about the role leaves the session: role, tier and flags are read again, and the person keeps
 * the page and what was typed unless its gate now refuses it.
 */
export function useSessionGuard(): void {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const leave = useLeave();
  useEffect(() => {
    let left = false;
    return onSessionProblem(({ kind, message, body }) => {
      if (left) return;
      if (kind === 'unauthorized') {
        left = true;
        const next = here();
        const unsaved = leaveUnasked(() => leave(loginPath(next)));
        toast.error(message || t('error.login'), unsaved ? { detail: t('error.draftStored') } : undefined);
        // After the page is gone, so that nothing on it asks again.
        setTimeout(() => queries.clear(), 0);
        return;
      }
      toast.error(message || t('error.forbidden'));
      if (body && OF_ROLE.has(body.code)) {
        left = true;
        leaveUnasked(() => leave(pageAddress('logout')));
      } else {
        void Promise.all([utils.auth.profile.invalidate(), utils.workspace.invalidate()]);
      }
    });
  }, [t, queries, utils, leave]);
}
