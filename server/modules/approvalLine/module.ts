import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { approvalLineRouter } from './router.ts';
import { approvalRoutes } from './routes.ts';

export const approvalLineModule = defineModule({
  name: 'approvalLine',
  router: approvalLineRouter,
  overview,
  http: approvalRoutes,
});
