import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityLog } from '../../shared/activityLog/schema.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { useCan, useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { Box, Button, Card, chakra, ErrorState, Link, SkeletonText, Text, useFormat } from '../ui/index.ts';
import { ChangesDialog } from './ChangesDialog.tsx';

interface RecordHistoryProps {
  entityId: string;
  /** Its heading, where the page has another history. */
  title?: string;
  /** The part of an entry that is worth displaying without opening it. */
  detail?: (entry: ActivityLog) => ReactNode;
  /** Events that the page displays elsewhere. */
  except?: readonly string[];
}

const STEP = 20;
const MOST = 100;

/** The sentence without the name of the record, since this is its page. */
const titleOf = ({ title, subject }: ActivityLog): string => (subject ? title.replace(` “${subject}”`, '') : title);

/** The activities of one record, newest first; nothing for those who cannot read the activity log. */
export function RecordHistory({ entityId, title, detail, except = [] }: RecordHistoryProps) {
  const { t } = useTranslation(['common', 'activityLog', 'shell']);
  const { dateTime } = useFormat();
  const { ws } = useSession();
  const may = useCan('activityLog.read');
  const [openEntry, setOpenEntry] = useState<ActivityLog | null>(null);
  const [size, setSize] = useState(STEP);
  const list = trpc.activityLog.list.useQuery(
    { ws, entityId, pageSize: size },
    { enabled: may, placeholderData: (before) => before },
  );
  if (!may) return null;
  const entries = list.data?.collection.filter(({ event }) => !except.includes(event)) ?? [];
  const rest = list.data ? list.data.meta.totalItems - list.data.collection.length : 0;
  return (
    <Card title={title ?? t('common:history')}>
      {!list.data ? (
        list.error ? (
          <ErrorState onRetry={() => void list.refetch()} retrying={list.isFetching} />
        ) : (
          <SkeletonText lines={3} />
        )
      ) : entries.length === 0 && rest === 0 ? (
        <Text color="muted">{t('activityLog:emptyTitle')}</Text>
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="3" textStyle="dense">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Button
                look="text"
                whiteSpace="normal"
                textAlign="start"
                overflowWrap="anywhere"
                height="auto"
                onClick={() => setOpenEntry(entry)}
              >
                {titleOf(entry)}
              </Button>
              {detail && <chakra.div>{detail(entry)}</chakra.div>}
              <chakra.div color="muted">
                {entry.actor?.name ?? t('activityLog:system')} ·{' '}
                <time dateTime={entry.createdAt}>{dateTime(entry.createdAt)}</time>
              </chakra.div>
            </li>
          ))}
        </chakra.ol>
      )}
      {rest > 0 && size < MOST && (
        <Button look="quiet" size="sm" mt="3" loading={list.isPlaceholderData} onClick={() => setSize(size + STEP)}>
          {t('shell:workspace.more')}
        </Button>
      )}
      {rest > 0 && size >= MOST && (
        <Box mt="3">
          <Link href={pageAddress('activityLogs', { record: entityId })}>{t('activityLog:allOfRecord')}</Link>
        </Box>
      )}
      <ChangesDialog entry={openEntry} onClose={() => setOpenEntry(null)} />
    </Card>
  );
}
