import { defineModule } from '../../platform/modules/manifest.ts';
import { gatheredFile, proofFile } from './files.ts';
import { jobRecords } from './jobRecords.ts';
import { jobs } from './jobs.ts';
import { applicationListener, requestListener } from './listener.ts';
import { requestTaskRouter } from './router.ts';
import { sealedDetails } from './sealed.ts';
import { openTasks } from './taskSource.ts';

export const requestTaskModule = defineModule({
  name: 'requestTask',
  router: requestTaskRouter,
  recordListeners: { application: applicationListener, request: requestListener },
  tasks: openTasks,
  jobs,
  jobRecords,
  files: [proofFile, gatheredFile],
  sealed: [sealedDetails],
});
