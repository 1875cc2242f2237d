import { defineModule } from '../../platform/modules/manifest.ts';
import { failureRetention } from './retention.ts';
import { mailServerRouter } from './router.ts';
import { mailRoutes } from './routes.ts';
import { DKIM_CONTEXT, PASSWORD_CONTEXT } from './settings.ts';

export const mailServerModule = defineModule({
  name: 'mailServer',
  router: mailServerRouter,
  mailRoutes,
  retention: [failureRetention],
  systemSealed: [
    { table: 'mailServers', column: 'password', context: PASSWORD_CONTEXT },
    { table: 'mailServers', column: 'dkimKey', context: DKIM_CONTEXT },
  ],
});
