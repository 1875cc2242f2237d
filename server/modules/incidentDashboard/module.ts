import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentDashboardRouter } from './router.ts';

export const incidentDashboardModule = defineModule({ name: 'incidentDashboard', router: incidentDashboardRouter });
