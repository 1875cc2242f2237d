import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { incidentRouter } from './router.ts';

export const incidentModule = defineModule({ name: 'incident', router: incidentRouter, overview });
