import { defineModule } from '../../platform/modules/manifest.ts';
import { personnelRouter } from './router.ts';

export const personnelModule = defineModule({ name: 'personnel', router: personnelRouter });
