import { REQUEST_IMPORT_KIND } from '../../../shared/requestImport/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { files } from './files.ts';
import { requestImportRouter } from './router.ts';
import { runRequestImport } from './run.ts';
import { expire } from './service.ts';

export const requestImportModule = defineModule({
  name: 'requestImport',
  router: requestImportRouter,
  imports: { [REQUEST_IMPORT_KIND]: { run: runRequestImport, expire } },
  files: [files.table, files.rejects],
});
