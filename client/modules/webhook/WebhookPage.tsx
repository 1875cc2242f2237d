import { EllipsisVertical, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Webhook } from '../../../shared/webhook/schema.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, chakra, IconButton, Menu, PageHeader, Stack, Tag, useFormat } from '../../ui/index.ts';
import { Deliveries } from './Deliveries.tsx';
import { Opening } from './Opening.tsx';
import { WebhookState } from './states.tsx';
import { useEventWords } from './useEventWords.ts';
import { useWebhookActions } from './useWebhookActions.tsx';

/** One webhook: its events, and its deliveries. */
export default function WebhookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const { ws } = useSession();
  const query = trpc.webhook.get.useQuery({ ws, id });
  return <LoadedRecord query={query}>{(record) => <Record key={id} record={record} />}</LoadedRecord>;
}

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
            <Menu
              items={itemsOf(record).filter(({ key }) => key !== 'test')}
              trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
            />
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
      <chakra.dl display="grid" gap="3">
        <div>
          <chakra.dt color="muted" textStyle="dense">
            {t('field.url')}
          </chakra.dt>
          <chakra.dd m="0" fontFamily="mono" overflowWrap="anywhere">
            {url}
          </chakra.dd>
        </div>
        <div>
          <chakra.dt color="muted" textStyle="dense" mb="1">
            {t('field.events')}
          </chakra.dt>
          <chakra.dd m="0">
            <chakra.ul display="flex" flexWrap="wrap" gap="1.5" listStyle="none" maxHeight="12rem" overflowY="auto">
              {events.map((event) => (
                <li key={event}>
                  <Tag>{words(event)}</Tag>
                </li>
              ))}
            </chakra.ul>
          </chakra.dd>
        </div>
      </chakra.dl>
    </Card>
  );
}
