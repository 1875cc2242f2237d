import { defineModule } from '../../platform/modules/manifest.ts';
import { deletionSchedule } from './deletionJob.ts';
import { jobs } from './jobs.ts';
import { workspaceRouter } from './router.ts';

export const workspaceModule = defineModule({
  name: 'workspace',
  router: workspaceRouter,
  jobs,
  schedules: [deletionSchedule],
});
