import type { ModuleContract } from '../moduleContracts.ts';
import { of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';
const fields = { name: 'CRM', url: 'https://example.com/hook', events: ['application.created'] };

export default {
  calls: [
    ['GET', `${V1}/{ws}/webhooks`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/webhooks`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/webhooks/check`, 'workspace.manage'],
    ['GET', `${V1}/{ws}/webhooks/{id}`, 'workspace.manage'],
    ['PUT', `${V1}/{ws}/webhooks/{id}`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/webhooks/{id}/rotate`, 'workspace.manage'],
    ['DELETE', `${V1}/{ws}/webhooks/{id}`, 'workspace.manage'],
    ['GET', `${V1}/{ws}/webhooks/{id}/deliveries`, 'workspace.manage'],
    ['GET', `${V1}/{ws}/webhooks/{id}/deliveries/{deliveryId}`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/webhooks/{id}/test`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/webhooks/{id}/deliveries/{deliveryId}/replay`, 'workspace.manage'],
  ],
  samples: {
    'webhook.list': of((world) => ({ ws: world.ws, ...page })),
    'webhook.get': of((world) => ({ ws: world.ws, id: world.webhookId })),
    'webhook.check': of((world) => ({ ws: world.ws, url: fields.url })),
    'webhook.delivery': of((world) => ({ ws: world.ws, id: world.webhookId, deliveryId: world.webhookDeliveryId })),
    'webhook.create': of((world) => ({ ws: world.ws, ...fields })),
    'webhook.update': of((world) => ({ ws: world.ws, id: world.webhookId, rowVersion: 1, active: true, ...fields })),
    'webhook.rotate': of((world) => ({ ws: world.ws, id: world.webhookId, rowVersion: 1, overlap: '1' })),
    'webhook.remove': of((world) => ({ ws: world.ws, id: world.webhookId })),
    'webhook.deliveries': of((world) => ({ ws: world.ws, id: world.webhookId, ...page })),
    'webhook.test': of((world) => ({ ws: world.ws, id: world.webhookId })),
    'webhook.replay': of((world) => ({ ws: world.ws, id: world.webhookId, deliveryId: world.webhookDeliveryId })),
  },
  writers: ['plan_webhook_deliveries'],
} satisfies ModuleContract;
