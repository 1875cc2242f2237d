import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'notification.live': of(ws),
    'notification.list': of((world) => ({ ws: world.ws, module: 'ALL' })),
    'notification.unread': of((world) => ({ ws: world.ws, module: 'ALL' })),
    'notification.markRead': of(ws),
  },
} satisfies ModuleContract;
