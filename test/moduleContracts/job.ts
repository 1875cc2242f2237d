import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'job.list': listed,
    'job.retry': of((world) => ({ ws: world.ws, id: world.exportId })),
    'job.cancel': of((world) => ({ ws: world.ws, id: world.exportId })),
  },
} satisfies ModuleContract;
