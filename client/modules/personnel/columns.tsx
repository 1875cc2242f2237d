import { useTranslation } from 'react-i18next';
import type { PersonnelItem, PersonnelStatus } from '../../../shared/personnel/schema.ts';
import { Avatar } from '../../shell/Avatar.tsx';
import { useSession } from '../../shell/session.tsx';
import { Flex, StatusTag, Tag } from '../../ui/index.ts';
import { type Column, NameButton, timeColumn } from '../../ui/table/index.ts';

const TONES = { invited: 'live', active: 'ok', inactive: 'neutral', suspended: 'warn' } as const satisfies Record<
  PersonnelStatus,
  string
>;

/** Columns of the directory; `onOpen` opens a person, if permitted. */
export function usePersonnelColumns({
  onOpen,
}: {
  onOpen: ((person: PersonnelItem) => void) | undefined;
}): Column<PersonnelItem>[] {
  const { t } = useTranslation(['organization', 'common']);
  const { personnel: me } = useSession();
  return [
    {
      id: 'name',
      header: t('personnel.name'),
      cell: (row) => (
        <Flex as="span" display="inline-flex" gap="2" align="center">
          <Avatar name={row.name} photoId={row.photoId} size="7" />
          <NameButton onClick={onOpen && (() => onOpen(row))}>{row.name}</NameButton>
        </Flex>
      ),
      beside: (row) => row.id === me.id && <Tag>{t('personnel.you')}</Tag>,
    },
    { id: 'position', wraps: true, priority: 3, header: t('personnel.position'), cell: (row) => row.position },
    { id: 'email', header: t('personnel.email'), cell: (row) => row.email },
    { id: 'phone', header: t('personnel.phone'), cell: (row) => row.phone, defaultHidden: true },
    { id: 'role', header: t('personnel.role'), cell: (row) => t(`role.${row.role}`) },
    {
      id: 'status',
      priority: 1,
      header: t('personnel.status'),
      cell: (row) => <StatusTag tone={TONES[row.status]}>{t(`personnel.statusName.${row.status}`)}</StatusTag>,
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
