import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LOGOUT_REDIRECT_DELAY } from '../../../shared/constants.ts';
import { trpc } from '../../trpc.ts';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { useLeave } from '../../shell/navigation.ts';
import { forgetDrafts } from '../../ui/form/draft.ts';

/** Ends the session, clears the cache and drafts, and opens the sign-in page after 500 ms. */
export default function LogoutPage() {
  const { t } = useTranslation(['shell', 'signIn']);
  const queries = useQueryClient();
  const leave = useLeave();
  const { mutateAsync: signOut } = trpc.auth.signOut.useMutation();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const run = async () => {
      // Without a session there is nothing to end, and without an answer the page must not block anybody.
      await Promise.race([signOut().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 5000))]);
      queries.clear();
      forgetDrafts();
      setTimeout(() => leave(pageAddress('login')), LOGOUT_REDIRECT_DELAY);
    };
    void run();
  }, [leave, queries, signOut]);
  return <FullPageLoader words={t('signIn:leaving')} />;
}
