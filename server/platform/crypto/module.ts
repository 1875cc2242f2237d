import { defineModule } from '../modules/manifest.ts';
import { cryptoRouter } from './router.ts';
import { cryptoRoutes } from './routes.ts';
import { openapi } from './openapi.ts';

export const cryptoModule = defineModule({
  name: 'crypto',
  router: cryptoRouter,
  http: cryptoRoutes,
  paths: ['/encrypt-decrypt-api'],
  openapi,
});
