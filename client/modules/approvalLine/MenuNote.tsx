import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/Tag.tsx';

/**
 * How many documents await the reader's decision; nothing without any. The same query as that of the list of approval
 * lines.
 */
export default function MenuNote() {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const waiting = trpc.approvalLine.list.useQuery({
    ws,
    waitingForMe: true,
    sortBy: 'updatedAt',
    sortDirection: 'DESC',
    pageSize: 20,
  });
  const count = waiting.data?.meta.totalItems ?? 0;
  if (count === 0) return null;
  return (
    <chakra.span display="inline-block" verticalAlign="middle" ms="1">
      <StatusTag tone="live">{t('waitingCount', { number: count })}</StatusTag>
    </chakra.span>
  );
}
