import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/account/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, toast, useFormat } from '../../ui/index.ts';

interface EndSessionsProps {
  account: Pick<Account, 'id' | 'name'>;
  /** The session to end; left out: all but the caller's own. */
  handle?: string;
  onClose: () => void;
}

/** Asks before ending somebody's sessions. */
export function EndSessions({ account: { id, name }, handle, onClose }: EndSessionsProps) {
  const { t } = useTranslation('account');
  const { ws } = useSession();
  const { number } = useFormat();
  const cache = trpc.useUtils();
  const end = trpc.account.endSessions.useMutation();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      destructive
      title={t('endTitle', { name })}
      body={t(handle ? 'endOne' : 'endAll')}
      confirmLabel={t(handle ? 'dialog.end' : 'dialog.endAll')}
      onConfirm={async () => {
        const { sessions } = await end.mutateAsync({ ws, id, ...(handle && { handle }) });
        void cache.account.invalidate();
        toast.success(t('ended', { count: sessions, number: number(sessions) }));
      }}
    />
  );
}
