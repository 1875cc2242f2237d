import { defineModule } from '../../platform/modules/manifest.ts';
import { pageViewRetention } from './retention.ts';
import { analyticsRouter } from './router.ts';

export const analyticsModule = defineModule({
  name: 'analytics',
  router: analyticsRouter,
  exports: {
    'page-views': async () => (await import('./exports.ts')).pageViews,
  },
  retention: [pageViewRetention],
});
