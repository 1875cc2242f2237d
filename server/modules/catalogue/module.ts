import { defineModule } from '../../platform/modules/manifest.ts';
import { catalogueRouter } from './router.ts';

export const catalogueModule = defineModule({ name: 'catalogue', router: catalogueRouter });
