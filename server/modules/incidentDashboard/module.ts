import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentSummaryRouter } from './router.ts';

export const incidentDashboardModule = defineModule({ name: 'incidentSummary', router: incidentSummaryRouter });
