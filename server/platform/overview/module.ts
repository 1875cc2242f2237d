import { defineModule } from '../modules/manifest.ts';
import { overviewRouter } from './router.ts';

export const overviewModule = defineModule({ name: 'overview', router: overviewRouter });
