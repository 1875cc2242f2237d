import { defineModule } from '../modules/manifest.ts';
import { cryptoRouter } from './router.ts';
import { cryptoRoutes } from './routes.ts';
import { openapi } from './openapi.ts';
import { commands } from './rotation/commands.ts';
import { jobRecords } from './rotation/jobRecords.ts';
import { jobs } from './rotation/rekey.ts';
import { resealSystem } from './rotation/resealSystem.ts';
import { SIGNING_KEY_CONTEXT } from './signingKeys.ts';

export const cryptoModule = defineModule({
  name: 'crypto',
  router: cryptoRouter,
  http: cryptoRoutes,
  paths: ['/encrypt-decrypt-api'],
  openapi,
  jobs,
  jobRecords,
  commands,
  systemSealed: [{ table: 'signingKeys', column: 'privateKey', context: SIGNING_KEY_CONTEXT }],
  schedules: [{ name: 'crypto.resealSystem', cron: '3-59/15 * * * *', run: resealSystem }],
});
