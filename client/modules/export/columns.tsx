import { Download, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EXPORT_PROBLEMS, type ExportItem } from '../../../shared/export/schema.ts';
import { Box, chakra, IconButton, RelativeTime, StatusTag, Tag, Tooltip } from '../../ui/index.ts';
import { type Column, timeColumn, TwoLines } from '../../ui/table/index.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { exportTitle } from '../../exports/exportTitle.ts';
import { isExpired, isOpen, type useExports } from './useExports.ts';
import { formatBytes } from '../../formatBytes.ts';

/** Columns of the list of exports; the last one has the file, or a retry. */
export function useExportColumns({
  can,
  download,
  retry,
}: Pick<ReturnType<typeof useExports>, 'can' | 'download' | 'retry'>): Column<ExportItem>[] {
  const { t } = useTranslation('export');
  return [
    {
      id: 'kind',
      header: t('columnDocument'),
      cell: (row) => <TwoLines more={row.subject || t('entireWorkspace')}>{exportTitle(row.kind)}</TwoLines>,
    },
    {
      id: 'format',
      priority: 3,
      header: t('columnFormat'),
      cell: (row) => (
        <Box display="inline-flex" gap="2" alignItems="center">
          <Tag>{row.format.toUpperCase()}</Tag>
          <chakra.span color="muted">{t(`language.${row.locale}`)}</chakra.span>
        </Box>
      ),
    },
    { id: 'status', priority: 1, header: t('columnStatus'), cell: (row) => <Status row={row} /> },
    {
      id: 'size',
      priority: 3,
      header: t('columnSize'),
      align: 'end',
      cell: (row) => (row.file ? formatBytes(row.file.size) : '–'),
    },
    { id: 'who', priority: 3, header: t('columnWho'), cell: (row) => row.requestedBy.name },
    timeColumn('createdAt', t('columnWhen')),
    {
      id: 'finishedAt',
      header: t('columnFinished'),
      defaultHidden: true,
      cell: (row) => (row.finishedAt ? <RelativeTime value={row.finishedAt} /> : '–'),
    },
    {
      id: 'file',
      priority: 1,
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
        ) : can('retry', row) && !LASTING.includes(row.errorCode ?? '') ? (
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
}

/** Reasons for which a retry would fail again: the text says what to do instead. */
const LASTING: readonly string[] = ['tooLarge', 'subjectGone'];

/** The progress of an export, or its result. */
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
  const problem = EXPORT_PROBLEMS.find((code) => code === row.errorCode) ?? 'failed';
  return (
    <TwoLines more={t(`problem.${problem}`)}>
      <StatusTag tone="danger">{t('status.failed')}</StatusTag>
    </TwoLines>
  );
}
