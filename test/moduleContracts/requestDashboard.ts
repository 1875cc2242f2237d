import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/dsrm-request/statistics/summary`, 'request.dashboard'],
    ['GET', `${V1}/{ws}/dsrm-request/statistics/summary-sum`, 'request.dashboard'],
    ['GET', `${V1}/{ws}/dsrm-request/statistics/summary-right`, 'request.dashboard'],
  ],
  samples: {
    'requestDashboard.months': of(ws),
    'requestDashboard.total': of(ws),
    'requestDashboard.rights': of(ws),
    'requestDashboard.figures': of(ws),
  },
} satisfies ModuleContract;
