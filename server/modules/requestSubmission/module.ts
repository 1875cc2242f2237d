import { defineModule } from '../../platform/modules/manifest.ts';
import { requestEmbed } from './embed.ts';
import { sealedName, sealedPart } from './sealed.ts';
import { requestListener } from './listener.ts';
import { openapi } from './openapi.ts';
import { requestSubmissionRouter } from './router.ts';
import { submissionRoutes } from './routes.ts';
import { uploadSweep } from './sweep.ts';

export const requestSubmissionModule = defineModule({
  name: 'requestSubmission',
  router: requestSubmissionRouter,
  http: submissionRoutes,
  paths: ['/dsrm/form/', '/dsrm/forms/'],
  openapi,
  embed: requestEmbed,
  recordListeners: { request: requestListener },
  sealed: [sealedName, sealedPart],
  schedules: [uploadSweep],
});
