import { useTranslation } from 'react-i18next';
import type { Mailbox } from '../../../shared/mailServer/mailbox.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import { RelativeTime, StatusTag, Tag, useFormat } from '../../ui/index.ts';
import { type Column, FewTags, NameButton, timeColumn, TwoLines } from '../../ui/table/index.ts';

const TONES = { working: 'ok', failing: 'danger', inactive: 'neutral' } as const;

/** The columns of the list of mail servers. */
export function useServerColumns(onEdit: (server: MailServer) => void): Column<MailServer>[] {
  const { t } = useTranslation(['mailServer', 'common']);
  const { number } = useFormat();
  return [
    {
      id: 'name',
      header: t('field.name'),
      cell: (row) => (
        <TwoLines more={row.fromAddress}>
          {row.otherWorkspaces === 0 ? <NameButton onClick={() => onEdit(row)}>{row.name}</NameButton> : row.name}
        </TwoLines>
      ),
    },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => (
        <TwoLines
          more={
            row.stopped
              ? t(`stopped.${row.stopped}`)
              : row.state === 'failing' && row.fault && t(`failure.kind.${row.fault.kind}`)
          }
        >
          <StatusTag tone={row.stopped ? 'warn' : TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>
        </TwoLines>
      ),
    },
    {
      id: 'host',
      priority: 3,
      header: t('field.host'),
      cell: (row) => <TwoLines more={t(`encryptionOf.${row.encryption}`)}>{`${row.host}:${row.port}`}</TwoLines>,
    },
    {
      id: 'workspaces',
      priority: 2,
      header: t('workspaceLabel'),
      cell: (row) =>
        row.workspaces.length + row.otherWorkspaces === 0 ? (
          t('workspaces.none')
        ) : (
          <FewTags
            tags={[
              ...row.workspaces.map(({ id, name }) => <Tag key={id}>{name}</Tag>),
              ...(row.otherWorkspaces > 0
                ? [<Tag key="others">{t('workspaces.more', { count: row.otherWorkspaces })}</Tag>]
                : []),
            ]}
          />
        ),
    },
    {
      id: 'sentToday',
      priority: 2,
      align: 'end',
      header: t('sentToday'),
      cell: (row) =>
        row.dailyLimit === null
          ? number(row.sentToday)
          : t('ofLimit', { sent: number(row.sentToday), limit: number(row.dailyLimit) }),
    },
    {
      id: 'lastSentAt',
      priority: 2,
      header: t('lastSentAt'),
      cell: (row) => (row.lastSentAt ? <RelativeTime value={row.lastSentAt} /> : t('neverSent')),
    },
    {
      id: 'mailbox',
      priority: 3,
      header: t('mailbox.column'),
      cell: ({ mailbox }) => (mailbox === null ? t('mailbox.notRead') : <MailboxCell mailbox={mailbox} />),
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
  ];
}

/** The number of returned mails, and when the mailbox was last read, or why it is not. */
function MailboxCell({ mailbox: { fault, lastReadAt, returned } }: { mailbox: Mailbox }) {
  const { t } = useTranslation('mailServer');
  const { number } = useFormat();
  if (fault)
    return (
      <TwoLines more={t(`mailbox.fault.${fault.kind}`)}>
        {fault.kind === 'restored' ? (
          <StatusTag tone="warn">{t('mailbox.paused')}</StatusTag>
        ) : (
          <StatusTag tone="danger">{t('mailbox.failing')}</StatusTag>
        )}
      </TwoLines>
    );
  return (
    <TwoLines more={lastReadAt ? <RelativeTime value={lastReadAt} /> : t('mailbox.neverRead')}>
      {t('mailbox.returned', { count: returned, number: number(returned) })}
    </TwoLines>
  );
}
