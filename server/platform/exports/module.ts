import { defineModule } from '../modules/manifest.ts';
import { exportRouter } from './router.ts';

export const exportModule = defineModule({ name: 'export', router: exportRouter });
