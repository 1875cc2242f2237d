import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { WEBHOOK_LIST, type Webhook } from '../../../shared/webhook/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, useFormat } from '../../ui/index.ts';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { IntegrationTabs } from './IntegrationTabs.tsx';
import { Opening } from './Opening.tsx';
import { WebhookState } from './states.tsx';
import { useEventWords } from './useEventWords.ts';
import { useWebhookActions } from './useWebhookActions.tsx';

const hrefOf = ({ id }: Webhook) => recordAddress('webhook', id);

/** Addresses of other systems that receive events of the workspace. */
export default function WebhooksPage() {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const list = useList(WEBHOOK_LIST);
  const query = trpc.webhook.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const { opened, setOpened, itemsOf } = useWebhookActions();
  const { open } = useRowActions();
  const columns = useWebhookColumns();
  return (
    <ListPage
      id="webhook"
      title={t('title')}
      lead={t('lead')}
      note={<IntegrationTabs />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[list.filter('state', t('stateLabel'), (value) => t(`state.${value}`))]}
      rowName={({ name }) => name}
      rowHref={hrefOf}
      rowActions={(row) => [open(hrefOf(row)), ...itemsOf(row)]}
      add={
        <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setOpened({ what: 'form' })}>
          {t('add')}
        </Button>
      }
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <Opening opened={opened} onChange={setOpened} />
    </ListPage>
  );
}

function useWebhookColumns(): Column<Webhook>[] {
  const { t } = useTranslation(['webhook', 'common']);
  const { dateTime } = useFormat();
  const words = useEventWords();
  return [
    { id: 'name', header: t('field.name'), cell: ({ name }) => name },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => (
        <TwoLines
          more={row.state !== 'paused' && row.failingSince && t('failingSince', { at: dateTime(row.failingSince) })}
        >
          <WebhookState {...row} />
        </TwoLines>
      ),
    },
    { id: 'url', wraps: true, priority: 2, header: t('field.url'), cell: ({ url }) => url },
    {
      id: 'events',
      priority: 3,
      wraps: true,
      header: t('field.events'),
      cell: ({ events }) => (events.length > 1 ? t('eventsCount', { count: events.length }) : events.map(words)),
    },
    timeColumn('createdAt', t('common:createdAt'), { priority: 3 }),
  ];
}
