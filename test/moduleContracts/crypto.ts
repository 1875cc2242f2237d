import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

export default {
  calls: [
    ['POST', '/encrypt-decrypt-api/v1/encrypt', 'encryption.use'],
    ['POST', '/encrypt-decrypt-api/v1/decrypt', 'encryption.use'],
  ],
  // Operators alone change it, by command.
  unchanging: ['crypto.inventory'],
  samples: {
    'crypto.encrypt': of((world) => ({ workspace: world.ws, data: { any: 'value' } })),
    'crypto.decrypt': of((world) => ({ workspace: world.ws, data: 'not encrypted' }), {
      refused: ['crypto.notEncrypted'],
    }),
    'crypto.keys': listed,
    'crypto.inventory': of(ws),
    'crypto.replaceKey': of((world) => ({ ws: world.ws, id: world.ws })),
  },
} satisfies ModuleContract;
