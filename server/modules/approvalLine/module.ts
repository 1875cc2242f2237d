import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { approvalLineRouter } from './router.ts';
import { approvalRoutes } from './routes.ts';
import { clocks } from './clocks.ts';
import { approvalTasks } from './tasks.ts';
import { presence } from './presence.ts';

export const approvalLineModule = defineModule({
  name: 'approvalLine',
  router: approvalLineRouter,
  overview,
  http: approvalRoutes,
  clocks,
  tasks: approvalTasks,
  presence,
});
