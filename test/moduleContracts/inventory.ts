import type { ModuleContract } from '../moduleContracts.ts';
import { of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/inventories`, 'inventory.read']],
  samples: {
    'inventory.list': of((world) => ({
      ws: world.ws,
      ...page,
      applicationId: world.applicationId,
      piiCategoryId: world.piiCategoryId,
    })),
    'inventory.pivot': of((world) => ({ ws: world.ws, by: 'application', purposeId: world.purposeId })),
  },
  menu: { inventory: 'ADT' },
} satisfies ModuleContract;
