import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { requestDashboardRouter } from './router.ts';

export const requestDashboardModule = defineModule({
  name: 'requestDashboard',
  router: requestDashboardRouter,
  overview,
});
