import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

export default {
  calls: [],
  samples: {
    'presence.editors': of((world) => ({ ws: world.ws, entity: 'incident', id: world.incidentIds.ACTIVE })),
    'presence.edit': of((world) => ({ ws: world.ws, entity: 'incident', id: world.incidentIds.ACTIVE, editing: true })),
  },
} satisfies ModuleContract;
