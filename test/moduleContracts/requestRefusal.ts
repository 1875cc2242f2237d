import type { ModuleContract } from '../moduleContracts.ts';
import { listed } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: { 'requestRefusal.list': listed },
  menu: { requestRefusals: 'ADST' },
} satisfies ModuleContract;
