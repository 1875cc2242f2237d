import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSessionProblem, trpc } from '../trpc.ts';
import { leaveUnasked } from '../ui/navigationGuard.tsx';
import { toast } from '../ui/toaster.tsx';
import { here, loginPath, useLeave } from './navigation.ts';

/**
 * What pages behind the guard do about refused calls (spec 1 section 8). 401: a toast with the server's words,
 * everything fetched is forgotten, and the sign-in page, which leads back. 403: a toast, then role, tier and flags
 * are read again; if the page shown is no longer allowed its gate signs out, as the specification has it, and if only
 * a part of it was refused the person keeps the page and what was typed (docs/decisions/021).
 */
export function useSessionGuard(): void {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  const leave = useLeave();
  useEffect(() => {
    let left = false;
    return onSessionProblem(({ kind, message }) => {
      if (left) return;
      if (kind === 'unauthorized') {
        left = true;
        const next = here();
        const unsaved = leaveUnasked(() => leave(loginPath(next)));
        toast.error(message || t('error.login'), unsaved ? { detail: t('error.draftStored') } : undefined);
        // After the page is gone, so that nothing on it asks again.
        setTimeout(() => queries.clear(), 0);
      } else {
        toast.error(message || t('error.forbidden'));
        void Promise.all([utils.auth.profile.invalidate(), utils.workspace.invalidate()]);
      }
    });
  }, [t, queries, utils, leave]);
}
