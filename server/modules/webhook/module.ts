import { WEBHOOK_LIST } from '../../../shared/webhook/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { deliverySchedule, deliverySweep } from './delivery.ts';
import { jobs } from './jobs.ts';
import { webhookRouter } from './router.ts';
import { sealedAnswer, sealedPreviousSecret, sealedSecret } from './sealed.ts';

export const webhookModule = defineModule({
  name: 'webhook',
  router: webhookRouter,
  firstLists: { webhooks: { procedure: 'list', rule: WEBHOOK_LIST } },
  jobs,
  sealed: [sealedSecret, sealedPreviousSecret, sealedAnswer],
  schedules: [deliverySchedule, deliverySweep],
});
