import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const SCHEDULES = '/api/v1/admin-service/export-consent-schedules';
const byId = (world: World) => ({ ws: world.ws, id: world.scheduleId });
const fields = (world: World) => ({
  workspaceIds: [world.ws],
  consentIds: [world.consentId],
  frequency: 'Monthly',
  hour: 3,
  day: 31,
  host: 'drop.invalid',
  port: 22,
  username: 'drop',
  password: 'horse',
  folder: '/consents',
  hostKey: `SHA256:${'A'.repeat(43)}`,
});

export default {
  calls: [
    ['GET', SCHEDULES, 'admin.console'],
    ['POST', SCHEDULES, 'admin.console'],
    ['GET', `${SCHEDULES}/{id}`, 'admin.console'],
    ['PUT', `${SCHEDULES}/{id}`, 'admin.console'],
    ['PATCH', `${SCHEDULES}/{id}`, 'admin.console'],
    ['DELETE', `${SCHEDULES}/{id}`, 'admin.console'],
    ['GET', `${SCHEDULES}/{id}/tasks`, 'admin.console'],
    ['POST', `${SCHEDULES}/{id}/run`, 'admin.console'],
    ['POST', `${SCHEDULES}/{id}/tasks/{taskId}/cancel`, 'admin.console'],
    ['POST', `${SCHEDULES}/test`, 'admin.console'],
  ],
  samples: {
    'schedule.list': listed,
    'schedule.get': of(byId),
    'schedule.create': of((world) => ({ ws: world.ws, name: 'Drop', ...fields(world) })),
    'schedule.update': of((world) => ({ ...byId(world), rowVersion: 1, name: 'Other', ...fields(world) })),
    'schedule.setActive': of((world) => ({ ...byId(world), rowVersion: 1, active: false })),
    'schedule.tasks': of(byId),
    'schedule.run': of(byId),
    // It has failed already.
    'schedule.cancelTask': of((world) => ({ ...byId(world), taskId: world.scheduleTaskId }), {
      refused: ['schedule.ended'],
    }),
    'schedule.forms': of((world) => ({ ws: world.ws, workspaceIds: [world.ws], ...page })),
    'schedule.formNames': of((world) => ({ ws: world.ws, ids: [world.consentId] })),
    'schedule.test': of((world) => {
      const { host, port, username, password, folder } = fields(world);
      return { ws: world.ws, host, port, username, password, folder };
    }),
    'schedule.remove': of(byId),
  },
} satisfies ModuleContract;
