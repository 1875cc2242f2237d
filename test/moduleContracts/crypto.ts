import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [
    ['POST', '/encrypt-decrypt-api/v1/encrypt', 'encryption.use'],
    ['POST', '/encrypt-decrypt-api/v1/decrypt', 'encryption.use'],
  ],
  samples: {
    'crypto.encrypt': of((world) => ({ workspace: world.ws, data: { any: 'value' } })),
    'crypto.decrypt': of((world) => ({ workspace: world.ws, data: 'not encrypted' }), {
      refused: ['crypto.notEncrypted'],
    }),
  },
} satisfies ModuleContract;
