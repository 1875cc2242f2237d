import { defineModule } from '../../platform/modules/manifest.ts';
import { deliveredCopy } from './files.ts';
import { jobRecords } from './jobRecords.ts';
import { jobs } from './jobs.ts';
import { outgoing } from './outgoing.ts';
import { planSchedule, retrySchedule } from './planning.ts';
import { scheduleRouter } from './router.ts';
import { SECRET_CONTEXT } from './secret.ts';

export const scheduleModule = defineModule({
  name: 'schedule',
  router: scheduleRouter,
  jobs,
  jobRecords,
  files: [deliveredCopy],
  schedules: [planSchedule, retrySchedule],
  outgoing,
  systemSealed: [{ table: 'exportSchedules', column: 'secret', context: SECRET_CONTEXT }],
});
