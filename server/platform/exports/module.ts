import { defineModule } from '../modules/manifest.ts';
import { exportRouter } from './router.ts';
import { exportDocument } from './files.ts';
import { jobRecords } from './jobRecords.ts';
import { jobs } from './jobs.ts';
import { sweepWorkshop } from './upkeep.ts';

export const exportModule = defineModule({
  name: 'export',
  router: exportRouter,
  jobs,
  jobRecords,
  files: [exportDocument],
  schedules: [{ name: 'exports.sweep', cron: '9-59/15 * * * *', run: sweepWorkshop }],
});
