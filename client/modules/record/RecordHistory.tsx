import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityLog } from '../../../shared/activityLog.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Card, chakra, RelativeTime, SkeletonText, Text } from '../../ui/index.ts';
import { ChangesDialog } from '../activityLog/ChangesDialog.tsx';

interface RecordHistoryProps {
  entityId: string;
  /** Its heading, where the page has another history. */
  title?: string;
  /** What of an entry is worth reading without opening it. */
  detail?: (entry: ActivityLog) => ReactNode;
}

/** What was done to one record, newest first; nothing for those who may not read the activity log. */
export function RecordHistory({ entityId, title, detail }: RecordHistoryProps) {
  const { t } = useTranslation(['common', 'activityLog']);
  const { ws } = useSession();
  const may = useCan('activityLog.read');
  const [shown, setShown] = useState<ActivityLog | null>(null);
  const list = trpc.activityLog.list.useQuery({ ws, entityId, pageSize: 20 }, { enabled: may });
  if (!may) return null;
  return (
    <Card title={title ?? t('common:history')}>
      {!list.data ? (
        <SkeletonText lines={3} />
      ) : list.data.collection.length === 0 ? (
        <Text color="muted">{t('activityLog:emptyTitle')}</Text>
      ) : (
        <chakra.ol listStyle="none" display="grid" gap="3" textStyle="dense">
          {list.data.collection.map((entry) => (
            <li key={entry.id}>
              <Button look="text" whiteSpace="normal" textAlign="start" overflowWrap="anywhere" height="auto" onClick={() => setShown(entry)}>
                {entry.title}
              </Button>
              {detail?.(entry)}
              <chakra.div color="muted">
                {entry.actor?.name ?? t('activityLog:system')} · <RelativeTime value={entry.createdAt} />
              </chakra.div>
            </li>
          ))}
        </chakra.ol>
      )}
      <ChangesDialog entry={shown} onClose={() => setShown(null)} />
    </Card>
  );
}
