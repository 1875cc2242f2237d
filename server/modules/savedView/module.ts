import { defineModule } from '../../platform/modules/manifest.ts';
import { savedViewRouter } from './router.ts';

export const savedViewModule = defineModule({ name: 'savedView', router: savedViewRouter });
