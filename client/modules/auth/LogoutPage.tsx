import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { LOGOUT_REDIRECT_DELAY } from '../../../shared/constants.ts';
import { EXPORTS_PREFIX } from '../../exports/remembered.ts';
import { trpc } from '../../trpc.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { forgetDrafts } from '../../ui/form/draft.ts';
import { forgetStored } from '../../ui/forgetStored.ts';
import { forgetAddresses } from '../../ui/lastAddress.ts';
import { chakra } from '../../ui/layout.tsx';
import { announceSignOut } from '../../shell/signOutElsewhere.ts';
import { statusOf } from '../../shell/errors.ts';
import { AuthHead, AuthLayout } from '../../shell/layouts/AuthLayout.tsx';
import { FullPageLoader } from '../../shell/layouts/FullPageLoader.tsx';
import { useLeave } from '../../shell/navigation.ts';
import { isOpenedByProduct } from '../../shell/opening.ts';
import { forgetOpened } from '../approvalLine/opened.ts';

/** Milliseconds after which a sign-out without an answer is reported. */
const SLOW_MS = 5000;

/**
 * Ends the session, clears the cache, its account's drafts and what else is stored of the person, and opens the sign-in
 * page after 500 ms. Only on the way from a page of the product: at an address that was opened otherwise, to which any
 * foreign page can link, it asks first. A session that could not be ended is reported: nothing is cleared.
 */
export default function LogoutPage() {
  const { t } = useTranslation(['shell', 'signIn', 'ui']);
  const queries = useQueryClient();
  const leave = useLeave();
  const { mutateAsync: signOut } = trpc.auth.signOut.useMutation();
  const [state, setState] = useState<'asking' | 'leaving' | 'failed'>(() =>
    isOpenedByProduct() ? 'leaving' : 'asking',
  );
  const run = useCallback(async () => {
    setState('leaving');
    announceSignOut('started');
    const slow = setTimeout(() => setState('failed'), SLOW_MS);
    // Of a page that was opened by its address nothing else says whose session it ends.
    let userId: string | undefined;
    try {
      ({ userId } = await signOut());
    } catch (error) {
      // Without a session there is nothing to end.
      if (statusOf(error) !== 401) {
        announceSignOut('failed');
        return setState('failed');
      }
    } finally {
      clearTimeout(slow);
    }
    queries.clear();
    forgetDrafts(userId);
    forgetStored(EXPORTS_PREFIX);
    forgetOpened();
    forgetAddresses();
    announceSignOut('ended');
    setTimeout(() => leave(pageAddress('login')), LOGOUT_REDIRECT_DELAY);
  }, [leave, queries, signOut]);
  const started = useRef(state === 'asking');
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run();
  }, [run]);
  if (state === 'leaving') return <FullPageLoader words={t('signIn:leaving')} />;
  const failed = state === 'failed';
  return (
    <AuthLayout>
      <div {...(failed && { role: 'alert' })}>
        <AuthHead
          title={t(failed ? 'signIn:leaveFailed' : 'signIn:leaveTitle')}
          lead={t(failed ? 'signIn:leaveFailedBody' : 'signIn:leaveLead')}
        />
      </div>
      <chakra.div display="grid" gap="3">
        <Button look="main" size="lg" block onClick={() => void run()}>
          {t(failed ? 'ui:retry' : 'user.logout')}
        </Button>
        <LinkButton size="lg" block href={pageAddress('home')}>
          {t('error.home')}
        </LinkButton>
      </chakra.div>
    </AuthLayout>
  );
}
