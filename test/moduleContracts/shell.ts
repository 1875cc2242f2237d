import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'shell.config': of(() => ({})),
    'shell.now': of(() => ({})),
  },
  unchanging: ['shell.config', 'shell.now'],
} satisfies ModuleContract;
