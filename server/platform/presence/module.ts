import { defineModule } from '../modules/manifest.ts';
import { presenceRouter } from './router.ts';

export const presenceModule = defineModule({
  name: 'presence',
  router: presenceRouter,
  expiringRows: [{ table: 'editors', time: 'until', afterMs: 0 }],
});
