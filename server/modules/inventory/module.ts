import { defineModule } from '../../platform/modules/manifest.ts';
import { inventoryRouter } from './router.ts';

export const inventoryModule = defineModule({
  name: 'inventory',
  router: inventoryRouter,
  exports: {
    inventories: async () => (await import('./exports.ts')).inventories,
  },
});
