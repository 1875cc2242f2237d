import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/overview`, 'dashboard.read']],
  samples: {
    'overview.cards': of(ws),
  },
  menu: { apex: 'ADT' },
} satisfies ModuleContract;
