import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'savedView.list': of((world) => ({ ws: world.ws, list: 'request' })),
    'savedView.create': of((world) => ({ ws: world.ws, list: 'request', name: 'ของฉัน', query: 'status=NEW' })),
    'savedView.update': of((world) => ({ ws: world.ws, id: world.savedViewId, name: 'ใหม่', shared: true })),
    'savedView.remove': of((world) => ({ ws: world.ws, id: world.savedViewId })),
  },
} satisfies ModuleContract;
