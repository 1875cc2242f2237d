import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { trpc } from '../trpc.ts';
import { toast } from '../ui/toaster.tsx';
import { FullPageLoader } from './layouts/FullPageLoader.tsx';
import { useLeave } from './navigation.ts';

/**
 * For an account without a role in any workspace: its open invitations, and without one a toast and the end of the
 * session (spec 1 section 4.1).
 */
export default function NoRole() {
  const { t } = useTranslation('shell');
  const leave = useLeave();
  const { data, isPending } = trpc.auth.invitation.own.useQuery(undefined, { retry: false });
  const isInvited = (data?.length ?? 0) > 0;
  useEffect(() => {
    if (isPending) return;
    if (!isInvited) toast.error(t('error.noRole'));
    leave(pageAddress(isInvited ? 'invitation' : 'logout'));
  }, [isPending, isInvited, leave, t]);
  return <FullPageLoader />;
}
