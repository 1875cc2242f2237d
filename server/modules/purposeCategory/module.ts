import { defineModule } from '../../platform/modules/manifest.ts';
import { purposeCategoryRouter } from './router.ts';

export const purposeCategoryModule = defineModule({ name: 'purposeCategory', router: purposeCategoryRouter });
