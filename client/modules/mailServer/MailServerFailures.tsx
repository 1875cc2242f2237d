import { useTranslation } from 'react-i18next';
import { MAIL_FAILURE_LIST, type MailFailure } from '../../../shared/mailServer/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Dialog, EmptyState, Stack, StatusTag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, timeColumn, TwoLines, useList } from '../../ui/table/index.ts';
import { type FailureDialogProps, useFailureAdvice } from './failureAdvice.ts';

/** The failures of a server, by day and cause. */
export function MailServerFailures({ server, hasGlobal, onClose }: FailureDialogProps) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const list = useList(MAIL_FAILURE_LIST, { prefix: 'failure' });
  const query = trpc.mailServer.failures.useQuery({ ws, id: server.id, ...list.input }, LIST_QUERY);
  const advice = useFailureAdvice(hasGlobal);
  const columns = useFailureColumns();
  return (
    <Dialog
      open
      onClose={onClose}
      width={1040}
      title={t('failure.title', { name: server.name })}
      description={t('failure.lead')}
    >
      <Stack gap="4">
        {server.fault && (
          <Banner tone="warn" title={t(`failure.kind.${server.fault.kind}`)}>
            {advice(server.fault.kind)}
          </Banner>
        )}
        <DataTable
          id="mailServerFailure"
          caption={t('failure.caption')}
          columns={columns}
          {...tableQuery(query)}
          state={list.state}
          searchPlaceholder={t('failure.search')}
          filters={[list.filter('kind', t('failure.kindLabel'), (value) => t(`failure.kind.${value}`))]}
          rowKey={({ day, kind, reason }) => `${day} ${kind} ${reason}`}
          rowName={({ kind }) => t(`failure.kind.${kind}`)}
          emptyState={<EmptyState title={t('failure.emptyTitle')} body={t('failure.emptyBody')} />}
        />
      </Stack>
    </Dialog>
  );
}

const ABOUT_RECIPIENTS = ['refused', 'deferred', 'returned'];

function useFailureColumns(): Column<MailFailure>[] {
  const { t } = useTranslation('mailServer');
  const { number, date } = useFormat();
  return [
    {
      id: 'kind',
      header: t('failure.kindLabel'),
      cell: ({ kind }) => (
        <StatusTag tone={ABOUT_RECIPIENTS.includes(kind) ? 'warn' : 'danger'}>{t(`failure.kind.${kind}`)}</StatusTag>
      ),
    },
    {
      id: 'answer',
      wraps: true,
      priority: 2,
      header: t('failure.answer'),
      cell: ({ answer, reason }) => <TwoLines more={reason}>{answer}</TwoLines>,
    },
    { id: 'count', priority: 1, align: 'end', header: t('failure.count'), cell: ({ count }) => number(count) },
    { id: 'day', priority: 3, header: t('failure.day'), cell: ({ day }) => date(day) },
    timeColumn('lastAt', t('failure.lastAt'), { priority: 1 }),
  ];
}
