import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1';
const fields = { name: 'CRM', role: 'Staff' as const, description: '' };

export default {
  calls: [
    ['GET', `${V1}/{ws}/service-accounts`, 'workspace.manage'],
    ['POST', `${V1}/{ws}/service-accounts`, 'workspace.manage'],
    ['PUT', `${V1}/{ws}/service-accounts/{id}`, 'workspace.manage'],
    ['DELETE', `${V1}/{ws}/service-accounts/{id}`, 'workspace.manage'],
  ],
  samples: {
    'serviceAccount.list': listed,
    'serviceAccount.create': of((world) => ({ ws: world.ws, ...fields })),
    'serviceAccount.update': of((world) => ({
      ws: world.ws,
      id: world.serviceAccountId,
      rowVersion: 1,
      active: true,
      ...fields,
    })),
    'serviceAccount.remove': of((world) => ({ ws: world.ws, id: world.serviceAccountId })),
  },
} satisfies ModuleContract;
