import { defineModule } from '../../platform/modules/manifest.ts';
import { recordImportRouter } from './router.ts';

export const recordImportModule = defineModule({ name: 'recordImport', router: recordImportRouter });
