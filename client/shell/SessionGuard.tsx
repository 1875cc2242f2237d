import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import type { ErrorCode } from '../../shared/registry/errors.ts';
import { onSessionProblem, trpc } from '../trpc.ts';
import { forgetDrafts } from '../ui/form/draft.ts';
import { forgetAddresses } from '../ui/lastAddress.ts';
import { leaveUnasked } from '../ui/navigationGuard.tsx';
import { toast } from '../ui/toaster.tsx';
import { here, loginPath, useLeave } from './navigation.ts';
import type { Startup } from './session.tsx';
import { onSignOutElsewhere } from './signOutElsewhere.ts';

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
 * page with their input unless its guard now refuses it. A sign-out in another tab ends this one too, with its drafts;
 * so does a sign-in of somebody else, which keeps them.
 */
export function useSessionGuard(startup: Startup): void {
  const { t } = useTranslation(['shell', 'errors']);
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const leave = useLeave();
  /** The account whose pages are displayed. */
  const account = useRef<string>(undefined);
  const userId = startup.kind === 'ready' ? startup.session.userId : account.current;
  account.current ??= userId;
  const isOther = userId !== account.current;
  useEffect(() => {
    let left = false;
    let asking = false;
    // Drafts of the account that signs out are deleted: none is stored or promised.
    let signingOut = false;
    const end = (message?: string) => {
      if (left) return;
      left = true;
      const next = here();
      if (signingOut) forgetDrafts();
      const areStored = leaveUnasked(() => leave(loginPath(next))) && !signingOut;
      toast.error(message || t('errors:unauthorized'), areStored ? { detail: t('error.draftStored') } : undefined);
      // After the page is unmounted, so that nothing on it fetches again.
      setTimeout(() => {
        queries.clear();
        forgetAddresses();
      }, 0);
    };
    /** Only the live connection was closed: another tab may have signed in again since. */
    const ask = async () => {
      if (asking) return;
      asking = true;
      try {
        const { current } = await utils.client.shell.start.query({}, { context: { quiet: true } });
        if (current?.profile.decodedUserInfo.id === account.current) void queries.invalidateQueries();
        else end();
      } catch {
        // Without an answer nothing is known; the next call is answered, or refused.
      } finally {
        asking = false;
      }
    };
    const stopListening = onSignOutElsewhere((stage) => {
      signingOut = stage !== 'failed';
      if (stage === 'ended') end();
    });
    const stopReports = onSessionProblem(({ kind, body }) => {
      if (left) return;
      if (kind === 'unauthorized') return body ? end(body.message) : void ask();
      toast.error(body?.message || t('errors:forbidden'));
      if (body && OF_ROLE.has(body.code)) {
        left = true;
        leaveUnasked(() => leave(pageAddress('logout')));
      } else {
        void Promise.all([utils.auth.profile.invalidate(), utils.workspace.invalidate()]);
      }
    });
    if (isOther) end();
    return () => {
      stopListening();
      stopReports();
    };
  }, [t, queries, utils, leave, isOther]);
}
