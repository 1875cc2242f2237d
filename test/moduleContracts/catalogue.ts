import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/security-measures`, 'ropa.read']],
  samples: {
    'catalogue.list': of((world) => ({ ws: world.ws, ...page, kind: 'department' })),
    'catalogue.create': of((world) => ({
      ws: world.ws,
      kind: 'department',
      name: { th: 'แผนกใหม่', en: 'New department' },
    })),
    'catalogue.place': of((world) => ({
      ws: world.ws,
      id: world.itemIds.storageSystem,
      rowVersion: 1,
      country: 'SG',
      safeguard: 'standardClauses',
    })),
    'catalogue.securityMeasures': listed,
  },
  unchanging: ['catalogue.securityMeasures'],
} satisfies ModuleContract;
