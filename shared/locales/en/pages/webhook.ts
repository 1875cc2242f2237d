import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/webhook.ts';

export default {
  webhooks: 'Webhooks',
  webhook: 'Webhook',
} satisfies Shape<typeof th>;
