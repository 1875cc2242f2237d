import { defineModule } from '../../platform/modules/manifest.ts';
import { approvalLineRouter } from './router.ts';
import { approvalRoutes } from './routes.ts';

export const approvalLineModule = defineModule({
  name: 'approvalLine',
  router: approvalLineRouter,
  http: approvalRoutes,
});
