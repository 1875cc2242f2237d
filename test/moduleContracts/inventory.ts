import type { ModuleContract } from '../moduleContracts.ts';
import { of, page, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/inventories`, 'inventory.read'],
    ['POST', `${V1}/{ws}/exports/inventories`, 'inventory.export'],
  ],
  samples: {
    'inventory.list': of((world) => ({
      ws: world.ws,
      ...page,
      applicationId: world.applicationId,
      piiCategoryId: world.piiCategoryId,
    })),
    'inventory.pivot': of((world) => ({ ws: world.ws, by: 'application', purposeId: world.purposeId })),
    'inventory.startExport': of(ws),
  },
  menu: { inventory: 'ADT' },
} satisfies ModuleContract;
