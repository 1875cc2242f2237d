import { defineModule } from '../../platform/modules/manifest.ts';
import { analyticsRouter } from './router.ts';

export const analyticsModule = defineModule({ name: 'analytics', router: analyticsRouter });
