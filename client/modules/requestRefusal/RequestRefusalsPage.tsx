import { FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { requestReference } from '../../../shared/request/reference.ts';
import { REFUSAL_LIST, type Refusal } from '../../../shared/requestRefusal/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Tag, useFormat } from '../../ui/index.ts';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useRefusalFilters } from './useRefusalFilters.ts';

/** Refused rights and parts of rights, with their grounds: search, open the request, export. */
export default function RequestRefusalsPage() {
  const { t } = useTranslation('requestRefusal');
  const { ws } = useSession();
  const actions = useRowActions();
  const mayExport = useCan('request.export');
  const list = useList(REFUSAL_LIST, { more: { dates: 'range' } });
  const { dates } = list.state.filters;
  const days = { from: dates?.from, to: dates?.to };
  const query = trpc.requestRefusal.list.useQuery({ ws, ...list.input, ...days }, LIST_QUERY);
  const href = (row: Refusal) => recordAddress('request', row.request.id);
  return (
    <ListPage
      id="requestRefusal"
      title={t('title')}
      lead={t('lead')}
      action={mayExport && <ExportButton kind="request-refusals" input={{ ...list.criteria, ...days }} />}
      list={list}
      query={query}
      columns={useColumns()}
      searchPlaceholder={t('search')}
      filters={useRefusalFilters(list)}
      rowName={(row) => requestReference(row.request.number)}
      rowHref={href}
      rowActions={(row) => [actions.open(href(row))]}
      empty={{ icon: <FileX size={24} aria-hidden />, title: t('empty.title'), body: t('empty.body') }}
    />
  );
}

function useColumns(): Column<Refusal>[] {
  const { t } = useTranslation(['requestRefusal', 'request', 'requestTask']);
  const { text } = useFormat();
  return [
    {
      id: 'number',
      header: t('column.number'),
      cell: ({ request, right }) => <TwoLines more={text(right.name)}>{requestReference(request.number)}</TwoLines>,
    },
    {
      id: 'ground',
      wraps: true,
      priority: 1,
      header: t('column.ground'),
      cell: ({ ground, section }) => (
        <TwoLines more={section && t('sectionOf', { section })}>{t(`request:ground.${ground as 'LAW'}`)}</TwoLines>
      ),
    },
    {
      id: 'part',
      priority: 2,
      header: t('column.part'),
      cell: ({ part }) => (part === null ? t('fullRight') : t('partOf', { task: t(`requestTask:kind.${part}`) })),
    },
    {
      id: 'required',
      priority: 2,
      header: t('column.required'),
      cell: ({ required }) => <Tag>{t(`requiredTag.${required ? 'YES' : 'NO'}`)}</Tag>,
    },
    { id: 'reason', wraps: true, priority: 2, header: t('column.reason'), cell: ({ reason }) => reason ?? '–' },
    {
      id: 'application',
      wraps: true,
      priority: 3,
      header: t('column.application'),
      cell: ({ application }) => application.name,
    },
    {
      id: 'decidedBy',
      priority: 3,
      header: t('column.decidedBy'),
      cell: ({ decidedBy }) => decidedBy?.name ?? '–',
    },
    timeColumn('closedAt', t('column.closedAt'), { priority: 1 }),
    timeColumn('receivedAt', t('column.receivedAt'), { defaultHidden: true }),
  ];
}
