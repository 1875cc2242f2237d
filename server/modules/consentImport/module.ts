import { defineModule } from '../../platform/modules/manifest.ts';
import { consentImportRouter } from './router.ts';
import { consentImportRoutes } from './routes.ts';

export const consentImportModule = defineModule({
  name: 'consentImport',
  router: consentImportRouter,
  http: consentImportRoutes,
});
