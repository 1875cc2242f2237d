import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Delivery, DELIVERY_LIST, type Webhook } from '../../../shared/webhook/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Heading, RelativeTime, useFormat } from '../../ui/index.ts';
import {
  type Column,
  DataTable,
  LIST_QUERY,
  NameButton,
  tableQuery,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { DeliveryState, useAnswerWords } from './states.tsx';
import { useEventWords } from './useEventWords.ts';
import { useReplay } from './useReplay.ts';

interface DeliveriesProps {
  webhook: Webhook;
  onOpen: (deliveryId: string) => void;
}

/** Deliveries of a webhook in the last 30 days, including pending ones. */
export function Deliveries({ webhook, onOpen }: DeliveriesProps) {
  const { id } = webhook;
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const list = useList(DELIVERY_LIST);
  const query = trpc.webhook.deliveries.useQuery({ ws, id, ...list.input }, LIST_QUERY);
  const { mayReplay, replay } = useReplay(id);
  const { open } = useRowActions();
  const words = useEventWords();
  const columns = useDeliveryColumns(onOpen);
  return (
    <section>
      <Heading mb="2">{t('deliveries')}</Heading>
      <DataTable
        id="webhookDelivery"
        caption={t('deliveries')}
        columns={columns}
        {...tableQuery(query)}
        state={list.state}
        searchPlaceholder={t('searchDeliveries')}
        filters={[list.filter('status', t('statusLabel'), (value) => t(`status.${value}`))]}
        rowKey={(row) => row.id}
        rowName={(row) => words(row.event)}
        rowActions={(row) => [
          open(() => onOpen(row.id)),
          ...(mayReplay(webhook, row)
            ? [
                {
                  key: 'replay',
                  label: t('replay'),
                  icon: <RotateCw aria-hidden />,
                  onSelect: () => void replay(row.id),
                },
              ]
            : []),
        ]}
        emptyState={<EmptyState title={t('noDeliveries')} body={t('noDeliveriesBody')} />}
      />
    </section>
  );
}

function useDeliveryColumns(onOpen: (deliveryId: string) => void): Column<Delivery>[] {
  const { t } = useTranslation('webhook');
  const { number } = useFormat();
  const words = useEventWords();
  const answerOf = useAnswerWords();
  return [
    {
      id: 'event',
      header: t('event'),
      cell: (row) => (
        <TwoLines more={row.event}>
          <NameButton onClick={() => onOpen(row.id)}>{words(row.event)}</NameButton>
        </TwoLines>
      ),
    },
    { id: 'status', priority: 1, header: t('statusLabel'), cell: (row) => <DeliveryState {...row} /> },
    { id: 'answer', priority: 2, wraps: true, header: t('answer'), cell: (row) => answerOf(row) },
    { id: 'attempts', priority: 3, align: 'end', header: t('attempts'), cell: (row) => number(row.attempts) },
    {
      id: 'nextAt',
      priority: 2,
      header: t('nextAt'),
      cell: ({ nextAt, attempts }) => (nextAt && attempts > 0 ? <RelativeTime value={nextAt} /> : '–'),
    },
    timeColumn('createdAt', t('plannedAt'), { priority: 2 }),
  ];
}
