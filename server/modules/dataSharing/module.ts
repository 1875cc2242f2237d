import { defineModule } from '../../platform/modules/manifest.ts';
import { dataSharingRouter } from './router.ts';

export const dataSharingModule = defineModule({
  name: 'dataSharing',
  router: dataSharingRouter,
  exports: {
    'data-sharing': async () => (await import('./exports.ts')).dataSharingRelations,
  },
});
