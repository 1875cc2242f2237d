import { defineModule } from '../../platform/modules/manifest.ts';
import { failureRetention } from './retention.ts';
import { mailServerRouter } from './router.ts';
import { mailRoutes } from './routes.ts';

export const mailServerModule = defineModule({
  name: 'mailServer',
  router: mailServerRouter,
  mailRoutes,
  retention: [failureRetention],
});
