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
  outgoing: [
    {
      table: 'workspace_deletions',
      // One that was undone since the backup would begin at the first start. Admins of the copy get a day again.
      stop: 'update workspace_deletions set reminded_at = null where started_at is null and reminded_at is not null',
    },
  ],
});
