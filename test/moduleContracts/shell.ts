import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'shell.config': of(() => ({})),
    'shell.now': of(() => ({})),
    'shell.start': of(() => ({})),
  },
  // It fills the queries of a page's initial data, which are invalidated by events.
  unchanging: ['shell.config', 'shell.now', 'shell.start'],
} satisfies ModuleContract;
