import { Download, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExportItem } from '../../../shared/export/schema.ts';
import { RECENT_EXPORTS } from '../../../shared/registry/exportKinds.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Card,
  chakra,
  EmptyState,
  ErrorState,
  IconButton,
  RelativeTime,
  SkeletonText,
  StatusTag,
  Tag,
  Text,
} from '../../ui/index.ts';
import type { ExportHistoryProps } from './ExportHistory.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { isExpired, isOpen, useExports } from './useExports.ts';
import { formatBytes } from '../../formatBytes.ts';

/** The implementation of ExportHistory, loaded on demand. */
export default function ExportHistoryCard({ applicationId }: ExportHistoryProps) {
  const { t } = useTranslation('export');
  const { ws } = useSession();
  const list = trpc.application.listExports.useQuery({ ws, id: applicationId });
  const rows = list.data?.collection;
  return (
    <Card title={t('history')}>
      {list.error ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <SkeletonText lines={4} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('historyEmpty')} body={t('historyEmptyBody')} />
      ) : (
        <>
          <chakra.ol listStyle="none" display="grid" gap="3" textStyle="dense">
            {rows.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </chakra.ol>
          <Text color="muted" textStyle="small" mt="3">
            {t('historyNote', { count: RECENT_EXPORTS })}
          </Text>
        </>
      )}
    </Card>
  );
}

function Entry({ row }: { row: ExportItem }) {
  const { t } = useTranslation('export');
  const { can, download, retry, retrying } = useExports();
  return (
    <chakra.li display="flex" alignItems="center" gap="3" minWidth="0">
      <Box flex="1" minWidth="0">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <Tag>{row.format.toUpperCase()}</Tag>
          <span>{t(`language.${row.locale}`)}</span>
          {row.file && <chakra.span color="muted">{formatBytes(row.file.size)}</chakra.span>}
          {row.status === 'failed' && <StatusTag tone="danger">{t('status.failed')}</StatusTag>}
          {isExpired(row) && <StatusTag>{t('status.expired')}</StatusTag>}
        </Box>
        <chakra.div color="muted" textStyle="small" mt="0.5">
          <RelativeTime value={row.createdAt} /> · {t('byWhom', { name: row.requestedBy.name })}
        </chakra.div>
        {isOpen(row) && (
          <Box mt="1.5">
            <ExportProgress item={row} />
          </Box>
        )}
      </Box>
      {row.file && (
        <IconButton
          label={t('downloadName', { name: row.file.name })}
          icon={<Download />}
          onClick={() => download(row)}
        />
      )}
      {can('retry', row) && (
        <IconButton label={t('retry')} icon={<RotateCcw />} disabled={retrying} onClick={() => void retry(row.id)} />
      )}
    </chakra.li>
  );
}
