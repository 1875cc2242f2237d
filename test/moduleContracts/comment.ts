import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'comment.list': of((world) => ({ ws: world.ws, entity: 'dpia', id: world.dpiaId })),
    'comment.add': of((world) => ({
      ws: world.ws,
      entity: 'dpia',
      id: world.dpiaId,
      field: 'reason',
      body: 'ตรวจแล้ว',
    })),
    'comment.settle': of((world) => ({
      ws: world.ws,
      entity: 'dpia',
      id: world.dpiaId,
      threadId: world.commentId,
      resolved: true,
    })),
  },
} satisfies ModuleContract;
