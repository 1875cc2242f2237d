import { defineModule } from '../modules/manifest.ts';
import { sealedFileName } from './name.ts';
import { olderNames } from './olderNames.ts';
import { openapi } from './openapi.ts';
import { removedFiles } from './remove.ts';
import { filesRoutes } from './routes.ts';
import { sealOlderFiles } from './sealOlder.ts';
import { expireFiles, sweepFiles } from './sweep.ts';

export const fileModule = defineModule({
  name: 'file',
  http: filesRoutes,
  paths: ['/files-api'],
  openapi,
  sealed: [sealedFileName],
  schedules: [
    { name: 'files.expire', cron: '5-59/15 * * * *', run: expireFiles },
    { name: 'files.sweep', cron: '9-59/15 * * * *', run: sweepFiles },
    removedFiles,
    { name: 'files.seal', cron: '*/5 * * * *', run: sealOlderFiles },
  ],
  seed: olderNames,
});
