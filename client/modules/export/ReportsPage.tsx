import { Download, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { EXPORT_LIST, type ExportItem } from '../../../shared/export/schema.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS } from '../../../shared/registry/exportKinds.ts';
import { exportTitle } from './exportTitle.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  chakra,
  IconButton,
  LinkButton,
  type MenuItem,
  RelativeTime,
  StatusTag,
  Tag,
  Tooltip,
  useFormat,
} from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage } from '../../ui/table/index.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { isExpired, isOpen, useExports } from './useExports.ts';

/** Every export of the kinds that one may start: how far it is, and its file. */
export default function ReportsPage() {
  const { t } = useTranslation('export');
  const { ws, standing, personnel } = useSession();
  const { bytes } = useFormat();
  const { download, retry, clear } = useExports();
  const kinds = EXPORT_KIND_KEYS.filter((kind) => may(standing, EXPORT_KINDS[kind].permission));
  const list = useList(EXPORT_LIST, { more: { who: 'one' } });
  const query = trpc.export.list.useQuery({ ws, ...list.input, mine: list.state.filters.who === 'mine' }, LIST_QUERY);

  const columns: Column<ExportItem>[] = [
    {
      id: 'kind',
      header: t('columnDocument'),
      cell: (row) => (
        <Box minWidth="0">
          <chakra.span fontWeight="semibold">{exportTitle(row.kind)}</chakra.span>
          <chakra.div textStyle="small" color="muted" overflowWrap="anywhere">
            {row.subject || t('wholeWorkspace')}
          </chakra.div>
        </Box>
      ),
    },
    {
      id: 'format',
      header: t('columnFormat'),
      cell: (row) => (
        <Box display="inline-flex" gap="2" alignItems="center">
          <Tag>{row.format.toUpperCase()}</Tag>
          <chakra.span color="muted">{t(`language.${row.locale}`)}</chakra.span>
        </Box>
      ),
    },
    { id: 'status', header: t('columnStatus'), cell: (row) => <Status row={row} /> },
    { id: 'size', header: t('columnSize'), align: 'end', cell: (row) => (row.file ? bytes(row.file.size) : '–') },
    { id: 'who', header: t('columnWho'), cell: (row) => row.requestedBy.name },
    timeColumn('createdAt', t('columnWhen')),
    {
      id: 'finishedAt',
      header: t('columnFinished'),
      defaultHidden: true,
      cell: (row) => (row.finishedAt ? <RelativeTime value={row.finishedAt} /> : '–'),
    },
    {
      id: 'file',
      header: t('download'),
      hideable: false,
      cell: (row) =>
        row.file ? (
          <IconButton
            size="sm"
            look="plain"
            label={t('downloadName', { name: row.file.name })}
            icon={<Download />}
            onClick={() => download(row)}
          />
        ) : row.status === 'failed' ? (
          <IconButton
            size="sm"
            look="plain"
            label={t('retry')}
            icon={<RotateCcw />}
            onClick={() => void retry(row.id)}
          />
        ) : null,
    },
  ];

  const actions = (row: ExportItem): MenuItem[] => [
    ...(row.file
      ? [
          {
            key: 'download',
            label: t('download'),
            icon: <Download />,
            note: row.file.name,
            onSelect: () => download(row),
          },
        ]
      : []),
    ...(row.status === 'failed'
      ? [{ key: 'retry', label: t('retry'), icon: <RotateCcw />, onSelect: () => void retry(row.id) }]
      : []),
    ...(row.requestedBy.id === personnel.id && !isOpen(row)
      ? [{ key: 'clear', label: t('clear'), icon: <X />, separated: true, onSelect: () => void clear(row.id) }]
      : []),
  ];

  return (
    <ListPage
      id="exports"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter(
          'kind',
          t('filterKind'),
          kinds.map((value) => ({ value, label: exportTitle(value) })),
        ),
        list.filter('status', t('filterStatus'), (value) => t(`status.${value}`)),
        { kind: 'one', key: 'who', label: t('filterWho'), options: [{ value: 'mine', label: t('onlyMine') }] },
      ]}
      rowName={(row) => [exportTitle(row.kind), row.subject].filter(Boolean).join(' · ')}
      rowActions={actions}
      empty={{ title: t('emptyTitle'), body: t('emptyBody'), action: <StartExport /> }}
    />
  );
}

/** Where exports start, for whoever has none yet. */
function StartExport() {
  const { t } = useTranslation('export');
  const { standing } = useSession();
  if (may(standing, 'ropa.export'))
    return <LinkButton href={pageAddress('applications')}>{t('goApplications')}</LinkButton>;
  if (may(standing, 'activityLog.read'))
    return <LinkButton href={pageAddress('activityLogs')}>{t('goActivityLogs')}</LinkButton>;
  return null;
}

const PROBLEMS = ['failed', 'forbidden', 'interrupted', 'unavailable', 'unknownKind'] as const;

function Status({ row }: { row: ExportItem }) {
  const { t } = useTranslation('export');
  if (isOpen(row)) return <ExportProgress item={row} />;
  if (isExpired(row)) {
    return (
      <Tooltip content={t('expired')}>
        <Box as="span" tabIndex={0}>
          <StatusTag>{t('status.expired')}</StatusTag>
        </Box>
      </Tooltip>
    );
  }
  if (row.status === 'done') return <StatusTag tone="ok">{t('status.done')}</StatusTag>;
  const problem = PROBLEMS.find((code) => code === row.errorCode) ?? 'failed';
  return (
    <Box maxWidth="18rem">
      <StatusTag tone="danger">{t('status.failed')}</StatusTag>
      <chakra.div textStyle="small" color="muted" mt="1">
        {t(`problem.${problem}`)}
      </chakra.div>
    </Box>
  );
}
