import { defineModule } from '../../platform/modules/manifest.ts';
import { originalFile, packageFile, redactedFile } from './files.ts';
import { jobRecords } from './jobRecords.ts';
import { jobs } from './jobs.ts';
import { requestListener } from './listener.ts';
import { openapi } from './openapi.ts';
import { expirePackages, resumed } from './expiry.ts';
import { requestAnswerRouter } from './router.ts';
import { answerRoutes } from './routes.ts';
import { sealedBoxes, sealedContents, sealedLetter, sealedPassword } from './sealed.ts';

export const requestAnswerModule = defineModule({
  name: 'requestAnswer',
  router: requestAnswerRouter,
  http: answerRoutes,
  openapi,
  paths: ['/request-answer-api/'],
  resumed,
  jobs,
  jobRecords,
  recordListeners: { request: requestListener },
  files: [originalFile, redactedFile, packageFile],
  sealed: [sealedBoxes, sealedLetter, sealedPassword, sealedContents],
  schedules: [{ name: 'requestAnswer.expire', cron: '3-59/15 * * * *', run: expirePackages }],
});
