import { defineModule } from '../../platform/modules/manifest.ts';
import { commands } from './operator.ts';
import { deletionSchedule } from './deletionJob.ts';
import { jobs } from './jobs.ts';
import { workspaceRouter } from './router.ts';

export const workspaceModule = defineModule({
  name: 'workspace',
  router: workspaceRouter,
  jobs,
  commands,
  schedules: [deletionSchedule],
});
