import { defineModule } from '../../platform/modules/manifest.ts';
import { incidentReportRouter } from './router.ts';

export const incidentReportModule = defineModule({ name: 'incidentReport', router: incidentReportRouter });
