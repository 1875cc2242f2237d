import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SentDelivery } from '../../../shared/webhook/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Fact, Facts, ServerAnswer, Stack, useFormat } from '../../ui/index.ts';
import { DeliveryState, useAnswerWords } from './states.tsx';
import { useEventWords } from './useEventWords.ts';
import { useReplay } from './useReplay.ts';

interface DeliveryDialogProps {
  webhookId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery in its current state: what was sent, the response, the next attempt. */
export function DeliveryDialog({ webhookId, deliveryId, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const words = useEventWords();
  const query = trpc.webhook.delivery.useQuery({ ws, id: webhookId, deliveryId });
  const { mayReplay, replay, isPending } = useReplay(webhookId);
  const webhook = trpc.webhook.get.useQuery({ ws, id: webhookId });
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={query.data ? words(query.data.event) : t('delivery')}
      description={query.data?.event}
      footer={
        webhook.data &&
        query.data &&
        mayReplay(webhook.data, query.data) && (
          <Button icon={<RotateCw aria-hidden />} loading={isPending} onClick={() => void replay(deliveryId)}>
            {t('replay')}
          </Button>
        )
      }
    >
      <LoadedInDialog query={query}>{(delivery) => <Delivery delivery={delivery} />}</LoadedInDialog>
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: SentDelivery }) {
  const { t } = useTranslation('webhook');
  const { dateTime, number } = useFormat();
  const answerOf = useAnswerWords();
  const { status, attempts, answer, nextAt, attemptedAt, headers, body } = delivery;
  const isNew = status === 'waiting' && attempts === 0;
  return (
    <Stack gap="4">
      <div role="status">
        {isNew ? (
          <Banner>{t('sending')}</Banner>
        ) : (
          <Banner tone={status === 'delivered' ? 'ok' : status === 'failed' ? 'danger' : 'warn'}>
            {answerOf(delivery)}
          </Banner>
        )}
      </div>
      <Facts layout="beside">
        <Fact label={t('statusLabel')}>
          <DeliveryState {...delivery} />
        </Fact>
        <Fact label={t('occurredAt')}>{dateTime(delivery.occurredAt)}</Fact>
        <Fact label={t('attempts')}>{number(attempts)}</Fact>
        {attemptedAt && <Fact label={t('attemptedAt')}>{dateTime(attemptedAt)}</Fact>}
        {nextAt && !isNew && <Fact label={t('nextAt')}>{dateTime(nextAt)}</Fact>}
      </Facts>
      {attempts > 0 && <ServerAnswer label={t('answer')}>{answer ?? t('emptyAnswer')}</ServerAnswer>}
      {headers.length > 0 && (
        <CodeBlock
          name={t('headers')}
          language={t('headers')}
          code={[...headers.map(({ name, value }) => `${name}: ${value}`), `webhook-signature: v1,${t('hidden')}`].join(
            '\n',
          )}
        />
      )}
      <CodeBlock name={t('body')} language={t('body')} code={JSON.stringify(JSON.parse(body), null, 2)} />
    </Stack>
  );
}
