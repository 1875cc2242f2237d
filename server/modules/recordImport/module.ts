import { defineModule } from '../../platform/modules/manifest.ts';
import { recordImportRouter } from './router.ts';
import { runImport } from './run.ts';
import { expire } from './service.ts';
import { files } from './files.ts';

export const recordImportModule = defineModule({
  name: 'recordImport',
  router: recordImportRouter,
  imports: { ropa: { run: runImport, expire } },
  files: [files.table, files.rejects],
});
