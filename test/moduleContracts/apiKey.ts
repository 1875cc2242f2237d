import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/api-keys`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/api-keys`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/api-keys/{id}/rotate`, 'workspace.manage'],
    ['DELETE', `${V1}/{ws}/api-keys/{id}`, 'workspace.manage'],
  ],
  samples: {
    'apiKey.list': listed,
    'apiKey.create': of((world) => ({ ws: world.ws, name: 'CRM', scopes: ['ropa.read'], lifetime: '30' })),
    'apiKey.rotate': of((world) => ({ ws: world.ws, id: world.apiKeyId, rowVersion: 1, overlap: '1' })),
    'apiKey.revoke': of((world) => ({ ws: world.ws, id: world.apiKeyId })),
  },
  menu: { integrations: 'A' },
} satisfies ModuleContract;
