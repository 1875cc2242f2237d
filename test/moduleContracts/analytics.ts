import type { ModuleContract } from '../moduleContracts.ts';

export default {
  calls: [['POST', '/api/v1/analytics/pageview', 'open']],
  samples: {
    'analytics.pageview': { input: () => ({ route: '/workspaces' }) },
  },
} satisfies ModuleContract;
