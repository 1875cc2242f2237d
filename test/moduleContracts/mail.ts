import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'mail.outbox.list': listed,
    'mail.outbox.get': of((world) => ({ ws: world.ws, id: world.mailId })),
  },
  unchanging: ['mail.outbox.get', 'mail.outbox.list'],
} satisfies ModuleContract;
