import { keepPreviousData } from '@tanstack/react-query';
import { Archive, CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  DELIVERY_FILTERS,
  type DeliveryAnswer,
  type deliveryList,
  type IncidentNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { failureCause } from '../../../shared/mail/failure.ts';
import { returnedStatus } from '../../../shared/mail/servers.ts';
import type { DeliveryState } from '../../../shared/mail/status.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, chakra, ErrorState, Flex, SkeletonText, Tag, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { SettleFailed } from './SettleFailed.tsx';

type Filter = (typeof DELIVERY_FILTERS)[number];
type DeliveredRecipient = z.infer<typeof deliveryList>['collection'][number];
const LOOKS = {
  waiting: { tone: WORK_TONES.waiting, Icon: Clock },
  sent: { tone: WORK_TONES.sent, Icon: CircleCheck },
  failed: { tone: WORK_TONES.failed, Icon: CircleX },
  kept: { tone: WORK_TONES.kept, Icon: Archive },
} as const satisfies Record<DeliveryState, unknown>;

/** The mail whose outcome is recorded. */
interface Settled {
  position: number;
  name: string;
  answer: DeliveryAnswer | null;
}

/** The page size. */
const PAGE = 20;

/**
 * Recipients of a notification, page by page, each with the delivery result; can be filtered by failed ones. Of a draft
 * only the first ones.
 */
export function Recipients({ row }: { row: IncidentNotification }) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const { number } = useFormat();
  const { mails } = row;
  const [filter, setFilter] = useState<Filter>(mails && mails.failed > 0 ? 'FAILED' : 'ALL');
  const [page, setPage] = useState(1);
  const [settling, setSettling] = useState<Settled | null>(null);
  const found = trpc.incidentNotification.deliveries.useQuery(
    { ws, id: row.incidentId, nid: row.id, filter, pageSize: PAGE, currentPage: page },
    { placeholderData: keepPreviousData },
  );
  if (!found.data)
    return found.error ? <ErrorState onRetry={() => void found.refetch()} /> : <SkeletonText lines={4} />;
  const { collection, meta } = found.data;
  // The status of the recipients may have changed: the filter then returns fewer.
  if (page > meta.totalPage) setPage(meta.totalPage);
  return (
    <chakra.div display="grid" gap="2" mt="2">
      {mails && (
        <NativeSelect
          aria-label={t('delivery.filter.label')}
          width="auto"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value as Filter);
            setPage(1);
          }}
        >
          {DELIVERY_FILTERS.map((one) => (
            <option key={one} value={one}>
              {t(`delivery.filter.${one}`)}
            </option>
          ))}
        </NativeSelect>
      )}
      <chakra.ul listStyle="none" display="grid" gap="0">
        {collection.map((recipient) => (
          <Recipient
            key={recipient.position}
            recipient={recipient}
            onSettle={row.recipientGroup === 'DATA_PROTECTION_AUTHORITY' ? undefined : setSettling}
          />
        ))}
      </chakra.ul>
      {settling && <SettleFailed open onClose={() => setSettling(null)} row={row} failed={1} only={settling} />}
      {meta.totalPage > 1 && (
        <Flex gap="2" alignItems="center">
          <Button size="sm" look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('delivery.previous')}
          </Button>
          <chakra.span fontVariantNumeric="tabular-nums">
            {t('delivery.page', { page: number(page), pages: number(meta.totalPage) })}
          </chakra.span>
          <Button size="sm" look="quiet" disabled={page >= meta.totalPage} onClick={() => setPage(page + 1)}>
            {t('delivery.next')}
          </Button>
        </Flex>
      )}
    </chakra.div>
  );
}

/**
 * A recipient with the delivery result; `onSettle` left out: a report to the authority is recorded as a separate one.
 */
function Recipient({
  recipient: { position, name, email, phone, delivery },
  onSettle,
}: {
  recipient: DeliveredRecipient;
  onSettle: ((mail: Settled) => void) | undefined;
}) {
  const { t } = useTranslation('incidentNotification');
  const look = delivery && LOOKS[delivery.state];
  const outcome = t(delivery?.answer ? 'delivery.settle.change' : 'delivery.settle.one');
  return (
    <chakra.li display="flex" flexWrap="wrap" gap="2" py="1.5" borderTopWidth="1px">
      <chakra.span flex="1" minWidth="min(100%, 14rem)" overflowWrap="anywhere">
        {[name, email, phone].filter(Boolean).join(' · ')}
      </chakra.span>
      {delivery && look && (
        <Tag tone={look.tone} icon={<look.Icon aria-hidden />}>
          {t(`delivery.${returnedStatus(delivery.error) === null ? delivery.state : 'returned'}`)}
        </Tag>
      )}
      {delivery?.answer && <Tag>{t(`delivery.answered.${delivery.answer}`)}</Tag>}
      {onSettle && delivery?.state === 'failed' && (
        <Button
          size="sm"
          look="quiet"
          aria-label={`${outcome} ${name || email}`}
          onClick={() => onSettle({ position, name: name || email, answer: delivery.answer })}
        >
          {outcome}
        </Button>
      )}
      {delivery?.error && (
        <chakra.span flexBasis="full" color="muted" overflowWrap="anywhere">
          {t(`delivery.reason.${failureCause(delivery.error)}`, {
            code: returnedStatus(delivery.error) ?? delivery.error,
          })}
        </chakra.span>
      )}
      {delivery?.answer && (
        <chakra.span flexBasis="full" color="muted" overflowWrap="anywhere">
          {t('delivery.answerOf', { reason: delivery.answerReason })}
        </chakra.span>
      )}
    </chakra.li>
  );
}
