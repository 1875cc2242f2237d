import { defineModule } from '../../platform/modules/manifest.ts';
import { deleteWorkspace, deletionSchedule } from './deletionJob.ts';
import { workspaceRouter } from './router.ts';

export const workspaceModule = defineModule({
  name: 'workspace',
  router: workspaceRouter,
  jobs: { 'workspace.delete': deleteWorkspace },
  schedules: [deletionSchedule],
});
