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
    'requestSummary.months': of(ws),
    'requestSummary.total': of(ws),
    'requestSummary.rights': of(ws),
    'requestSummary.figures': of(ws),
  },
} satisfies ModuleContract;
