import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

export default {
  calls: [
    ['GET', '/api/v1/{ws}/dpias/risk-level', 'dashboard.read'],
    ['GET', '/api/v1/{ws}/dpias/requirement', 'dashboard.read'],
  ],
  samples: {
    'dpiaDashboard.figures': of(ws),
    'dpiaDashboard.riskLevels': of(ws),
    'dpiaDashboard.requirements': of(ws),
  },
  menu: { dpiaDashboard: 'ADT' },
} satisfies ModuleContract;
