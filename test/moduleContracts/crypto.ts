import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

export default {
  calls: [
    ['POST', '/encrypt-decrypt-api/v1/encrypt', 'encryption.use'],
    ['POST', '/encrypt-decrypt-api/v1/decrypt', 'encryption.use'],
  ],
  // Of the entire installation: no event of a workspace concerns its keys and nodes.
  unchanging: ['crypto.inventory', 'crypto.nodes'],
  samples: {
    'crypto.encrypt': of((world) => ({ workspace: world.ws, data: { any: 'value' } })),
    'crypto.decrypt': of((world) => ({ workspace: world.ws, data: 'not encrypted' }), {
      refused: ['crypto.notEncrypted'],
    }),
    'crypto.keys': listed,
    'crypto.inventory': of(ws),
    'crypto.nodes': of(ws),
    'crypto.replaceSigningKey': of(ws, { refused: ['crypto.byOperator'] }),
    'crypto.replaceKey': of((world) => ({ ws: world.ws, id: world.ws })),
  },
} satisfies ModuleContract;
