import { WEBHOOK_LIST } from '../../../shared/webhook/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { deliverySweep } from './delivery.ts';
import { deliverDue, Dispatcher } from './dispatch.ts';
import { resumed } from './pausing.ts';
import { webhookRouter } from './router.ts';
import { sealedAnswer, sealedPreviousSecret, sealedSecret } from './sealed.ts';

export const webhookModule = defineModule({
  name: 'webhook',
  router: webhookRouter,
  firstLists: { webhooks: { procedure: 'list', rule: WEBHOOK_LIST } },
  resumed,
  followUp: (deps) => new Dispatcher(deps),
  sealed: [sealedSecret, sealedPreviousSecret, sealedAnswer],
  schedules: [{ name: 'webhooks.deliver', cron: '* * * * *', run: deliverDue }, deliverySweep],
  outgoing: [
    {
      table: 'webhooks',
      stop: "update webhooks set state = 'paused', row_version = row_version + 1 where state = 'active'",
      report: { name: 'webhooks', outcome: 'paused' },
    },
    // As pausing one does.
    { table: 'webhook_deliveries', stop: 'update webhook_deliveries set next_at = null where next_at is not null' },
  ],
});
