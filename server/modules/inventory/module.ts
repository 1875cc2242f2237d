import { defineModule } from '../../platform/modules/manifest.ts';
import { inventoryRouter } from './router.ts';

export const inventoryModule = defineModule({ name: 'inventory', router: inventoryRouter });
