import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'job.list': listed,
    // No job is as old as the world: those of its records have ended long ago.
    'job.retry': of((world) => ({ ws: world.ws, id: world.exportId }), { refused: ['job.notFound'] }),
    'job.cancel': of((world) => ({ ws: world.ws, id: world.exportId }), { refused: ['job.notFound'] }),
  },
} satisfies ModuleContract;
