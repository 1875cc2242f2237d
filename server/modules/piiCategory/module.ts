import { defineModule } from '../../platform/modules/manifest.ts';
import { piiCategoryRouter } from './router.ts';

export const piiCategoryModule = defineModule({ name: 'piiCategory', router: piiCategoryRouter });
