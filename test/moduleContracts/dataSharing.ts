import type { ModuleContract } from '../moduleContracts.ts';
import { of, page, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/data-sharing`, 'dataSharing.read']],
  samples: {
    'dataSharing.list': of((world) => ({
      ws: world.ws,
      ...page,
      applicationId: world.applicationId,
      purposeId: world.purposeId,
    })),
    'dataSharing.summary': of(ws),
    'dataSharing.countries': of(ws),
    'dataSharing.assess': of((world) => ({ ws: world.ws, country: 'SG', adequate: true, note: 'กฎหมายเทียบเท่า' })),
  },
  menu: { dataSharing: 'ADT' },
} satisfies ModuleContract;
