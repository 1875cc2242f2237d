import { MailPlus, Power, ShieldCheck, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  mayChange,
  type Personnel,
  type PersonnelItem,
  type PersonnelStatus,
  personnelStatus,
} from '../../../shared/personnel/schema.ts';
import { useOpenMoves } from '../../records/useOpenMoves.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { type MenuItem, toast } from '../../ui/index.ts';
import type { Ending } from './EndAccess.tsx';
import { invitationMessage } from './invitationMessage.ts';

type PersonnelMove = 'suspend' | 'unsuspend' | 'activate' | 'deactivate' | 'resend';

/** Menu items for the permitted changes of a person's status; `onEnd` asks for confirmation before access ends. */
export function usePersonnelMoves({ onEnd }: { onEnd: (ending: Ending) => void }): (row: PersonnelItem) => MenuItem[] {
  const { t } = useTranslation('organization');
  const { ws, standing } = useSession();
  const cache = trpc.useUtils();
  const done = (message: (person: Personnel) => string) => ({
    onSuccess: (person: Personnel) => {
      void cache.personnel.invalidate();
      toast.success(message(person));
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
  });
  const resend = trpc.personnel.resendInvitation.useMutation(done((person) => t(invitationMessage('resent', person))));
  const unsuspend = trpc.personnel.unsuspend.useMutation(done(() => t('personnel.unsuspended')));
  const activate = trpc.personnel.activate.useMutation(done(() => t('personnel.activated')));

  const openMoves = useOpenMoves<PersonnelStatus, PersonnelMove>(personnelStatus);
  return (row) => {
    if (!mayChange(standing.role, row.role)) return [];
    const target = { ws, id: row.id };
    const moves: Record<PersonnelMove, MenuItem> = {
      resend: {
        key: 'resend',
        label: t('personnel.resend'),
        icon: <MailPlus />,
        onSelect: () => resend.mutate(target),
      },
      unsuspend: {
        key: 'unsuspend',
        label: t('personnel.unsuspend'),
        icon: <ShieldCheck />,
        onSelect: () => unsuspend.mutate(target),
      },
      activate: {
        key: 'activate',
        label: t('personnel.activate'),
        icon: <Power />,
        onSelect: () => activate.mutate(target),
      },
      suspend: {
        key: 'suspend',
        label: t('personnel.suspend'),
        icon: <ShieldOff />,
        danger: true,
        separated: true,
        onSelect: () => onEnd({ person: row, how: 'suspend' }),
      },
      deactivate: {
        key: 'deactivate',
        label: t('personnel.deactivate'),
        icon: <Power />,
        danger: true,
        onSelect: () => onEnd({ person: row, how: 'deactivate' }),
      },
    };
    return openMoves(row.status).map((move) => moves[move]);
  };
}
