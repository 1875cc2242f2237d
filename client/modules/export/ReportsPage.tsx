import { Download, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { EXPORT_LIST, type ExportItem } from '../../../shared/export/schema.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS } from '../../../shared/registry/exportKinds.ts';
import { exportTitle } from '../../exports/exportTitle.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton, type MenuItem } from '../../ui/index.ts';
import { useList, LIST_QUERY, ListPage } from '../../ui/table/index.ts';
import { useExportColumns } from './columns.tsx';
import { useExports } from './useExports.ts';

/** All exports of the kinds that the user may start: progress and file. */
export default function ReportsPage() {
  const { t } = useTranslation('export');
  const { ws, standing, personnel } = useSession();
  const { can, download, retry, clear } = useExports();
  const columns = useExportColumns({ can, download, retry });
  const kinds = EXPORT_KIND_KEYS.filter((kind) => may(standing, EXPORT_KINDS[kind].permission));
  const list = useList(EXPORT_LIST, { more: { who: 'one' } });
  const query = trpc.export.list.useQuery({ ws, ...list.input, mine: list.state.filters.who === 'mine' }, LIST_QUERY);

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
    ...(can('retry', row)
      ? [{ key: 'retry', label: t('retry'), icon: <RotateCcw />, onSelect: () => void retry(row.id) }]
      : []),
    ...(row.requestedBy.id === personnel.id && can('clear', row)
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

/** Links to the pages where exports start, for users without any. */
function StartExport() {
  const { t } = useTranslation('export');
  const { standing } = useSession();
  if (may(standing, 'ropa.export'))
    return <LinkButton href={pageAddress('applications')}>{t('goApplications')}</LinkButton>;
  if (may(standing, 'activityLog.read'))
    return <LinkButton href={pageAddress('activityLogs')}>{t('goActivityLogs')}</LinkButton>;
  return null;
}
