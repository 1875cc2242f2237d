import { defineModule } from '../../platform/modules/manifest.ts';
import { dashboardRouter } from './router.ts';

export const dashboardModule = defineModule({ name: 'dashboard', router: dashboardRouter });
