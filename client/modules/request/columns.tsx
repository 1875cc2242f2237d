import { useTranslation } from 'react-i18next';
import { mostUrgent } from '../../../shared/request/clock.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { RequestItem } from '../../../shared/request/schema.ts';
import { isClosed } from '../../../shared/request/stage.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { Tag, useFormat } from '../../ui/index.ts';
import { type Column, FewTags, timeColumn, TwoLines } from '../../ui/table/index.ts';
import { RequestStatusTag } from './words.tsx';

/** The columns of the list of requests. */
export function useRequestColumns(): Column<RequestItem>[] {
  const { t } = useTranslation(['requestScreen', 'request', 'common']);
  const { date, text } = useFormat();
  return [
    {
      id: 'number',
      header: t('column.request'),
      cell: (row) => (
        <TwoLines more={row.anonymisedAt ? t('anonymisedOn', { date: date(row.anonymisedAt) }) : row.subjectName}>
          {requestReference(row.number)}
        </TwoLines>
      ),
    },
    {
      id: 'rights',
      priority: 2,
      header: t('column.rights'),
      cell: (row) => (
        <FewTags
          tags={row.rights.map(({ id, name }) => (
            <Tag key={id}>{text(name)}</Tag>
          ))}
        />
      ),
    },
    {
      id: 'status',
      priority: 1,
      header: t('column.status'),
      cell: (row) => <RequestStatusTag status={row.status} />,
    },
    { id: 'dueAt', priority: 1, header: t('column.due'), cell: (row) => <DueOf request={row} /> },
    { id: 'assignee', header: t('column.assignee'), cell: (row) => <Assignees request={row} /> },
    {
      id: 'application',
      wraps: true,
      priority: 3,
      header: t('column.application'),
      cell: (row) => row.application.name,
    },
    {
      id: 'channel',
      defaultHidden: true,
      header: t('column.channel'),
      cell: (row) => t(`request:channel.${row.channel}`),
    },
    timeColumn('receivedAt', t('column.receivedAt'), { priority: 3 }),
    timeColumn('updatedAt', t('common:updatedAt'), { defaultHidden: true }),
  ];
}

/**
 * The most urgent information about a request: the date of its open rights that comes first, ours or the one counted
 * from receipt, which then says so; for a closed one, the result of the last right.
 */
function DueOf({ request }: { request: RequestItem }) {
  const { t } = useTranslation('requestScreen');
  const open = request.rights.filter(({ stage }) => !isClosed(stage));
  const first = mostUrgent(open.length > 0 ? open : request.rights);
  if (!first) return t('nobody');
  return (
    <TwoLines more={open.length > 0 && first.byReceipt && t('clock.actShort')}>
      <DaysLeft clock={first.clock} />
    </TwoLines>
  );
}

function Assignees({ request }: { request: RequestItem }) {
  const { number } = useFormat();
  const names = [...new Set(request.rights.flatMap(({ assignee }) => assignee?.name ?? []))];
  if (names.length === 0) return '–';
  return (
    <>
      {names[0]} {names.length > 1 && <Tag>+{number(names.length - 1)}</Tag>}
    </>
  );
}
