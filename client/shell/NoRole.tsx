import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { trpc } from '../trpc.ts';
import { toast } from '../ui/toaster.tsx';
import { PageError } from './ErrorPages.tsx';
import { FullPageLoader } from './layouts/FullPageLoader.tsx';
import { useLeave } from './navigation.ts';

/**
 * For an account without a role in any workspace: its open invitations, and without one a toast and the end of the
 * session (spec 1 section 4.1).
 */
export default function NoRole() {
  const { t } = useTranslation('shell');
  const leave = useLeave();
  const { data, error, refetch } = trpc.auth.invitation.own.useQuery(undefined, { retry: false });
  const isInvited = data && data.length > 0;
  useEffect(() => {
    if (isInvited === undefined) return;
    if (!isInvited) toast.error(t('error.noRole'));
    leave(pageAddress(isInvited ? 'invitation' : 'logout'));
  }, [isInvited, leave, t]);
  // Whether there is an invitation is not known then.
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />;
  return <FullPageLoader />;
}
