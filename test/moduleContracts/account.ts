import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'account.list': listed,
    'account.sessions': of((world) => ({ ws: world.ws, id: world.people.Staff.userId })),
    // No session has this handle: those of the world's people are used by other calls.
    'account.endSessions': of((world) => ({ ws: world.ws, id: world.people.Staff.userId, handle: world.exportId }), {
      refused: ['account.sessionNotFound'],
    }),
  },
} satisfies ModuleContract;
