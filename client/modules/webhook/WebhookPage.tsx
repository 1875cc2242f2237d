import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Webhook } from '../../../shared/webhook/schema.ts';
import { MoreMenu } from '../../records/MoreMenu.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { useGo } from '../../shell/navigation.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, chakra, Fact, Facts, PageHeader, Stack, Tag, useFormat } from '../../ui/index.ts';
import { Deliveries } from './Deliveries.tsx';
import { Opening } from './Opening.tsx';
import { WebhookState } from './states.tsx';
import { useEventWords } from './useEventWords.ts';
import { useWebhookActions } from './useWebhookActions.tsx';

const useWebhook = (key: RecordKey) => trpc.webhook.get.useQuery(key);

function Record({ record }: { record: Webhook }) {
  const { t } = useTranslation('webhook');
  const { dateTime } = useFormat();
  const go = useGo();
  const list = pageAddress('webhooks');
  const { opened, setOpened, itemsOf, maySend, sendTest, isTesting } = useWebhookActions();
  const { name, state, failingSince, previousExpiresAt } = record;
  return (
    <>
      <PageHeader
        title={name}
        trail={[
          { label: t('integrations'), href: pageAddress('integrations') },
          { label: t('title'), href: list },
        ]}
        state={<WebhookState {...record} />}
        action={
          <>
            <MoreMenu items={itemsOf(record).filter(({ key }) => key !== 'test')} />
            {maySend(record) && (
              <Button look="main" icon={<Send aria-hidden />} loading={isTesting} onClick={() => void sendTest(record)}>
                {t('sendTest')}
              </Button>
            )}
          </>
        }
      />
      <Stack gap="4">
        {state === 'disabled' && (
          <Banner tone="danger" title={t('disabledTitle')}>
            {t('disabledBody')}
          </Banner>
        )}
        {state === 'active' && failingSince && (
          <Banner tone="warn" title={t('failingSince', { at: dateTime(failingSince) })}>
            {t('failingBody')}
          </Banner>
        )}
        {previousExpiresAt && <Banner>{t('overlapUntil', { at: dateTime(previousExpiresAt) })}</Banner>}
        <Subject record={record} />
        <Deliveries
          webhook={record}
          onOpen={(deliveryId) => setOpened({ what: 'delivery', webhookId: record.id, deliveryId })}
        />
      </Stack>
      <Opening opened={opened} onChange={setOpened} onRemoved={() => go(list)} />
    </>
  );
}

/** The target address of the messages, and their events. */
function Subject({ record: { url, events } }: { record: Webhook }) {
  const { t } = useTranslation('webhook');
  const words = useEventWords();
  return (
    <Card>
      <Facts>
        <Fact label={t('field.url')}>
          <chakra.span fontFamily="mono">{url}</chakra.span>
        </Fact>
        <Fact label={t('field.events')}>
          <chakra.ul display="flex" flexWrap="wrap" gap="1.5" listStyle="none" maxHeight="12rem" overflowY="auto">
            {events.map((event) => (
              <li key={event}>
                <Tag>{words(event)}</Tag>
              </li>
            ))}
          </chakra.ul>
        </Fact>
      </Facts>
    </Card>
  );
}

/** One webhook: its events, and its deliveries. */
export default recordPage(useWebhook, Record);
