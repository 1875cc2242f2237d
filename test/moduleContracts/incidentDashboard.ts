import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/incidents/summary`, 'incident.dashboard']],
  samples: {
    'incidentDashboard.get': of(ws),
    'incidentDashboard.timeline': of(ws),
  },
  menu: { incidentDashboard: 'ADT' },
} satisfies ModuleContract;
