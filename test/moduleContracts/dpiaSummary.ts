import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: { 'dpiaSummary.figures': of(ws) },
  menu: { dpiaDashboard: 'ADT' },
} satisfies ModuleContract;
