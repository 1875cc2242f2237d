import { defineModule } from '../../platform/modules/manifest.ts';
import { consentImportRouter } from './router.ts';
import { consentImportRoutes } from './routes.ts';
import { CONSENT_IMPORT_KIND } from '../../../shared/consentImport/schema.ts';
import { runConsentImport } from './run.ts';
import { files } from './files.ts';
import { openapi } from './openapi.ts';
import { expire } from './service.ts';

export const consentImportModule = defineModule({
  name: 'consentImport',
  router: consentImportRouter,
  http: consentImportRoutes,
  imports: { [CONSENT_IMPORT_KIND]: { run: runConsentImport, expire } },
  files: [files.table, files.rejects],
  openapi,
});
