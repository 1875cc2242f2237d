import { defineModule } from '../modules/manifest.ts';
import { authRouter } from './router.ts';
import { accountRetention } from './accountRetention.ts';
import { oauthRoutes } from './oidc.ts';

export const authModule = defineModule({
  name: 'auth',
  router: authRouter,
  http: oauthRoutes,
  paths: ['/oauth/'],
  retention: [accountRetention],
});
