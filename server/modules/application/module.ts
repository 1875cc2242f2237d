import { defineModule } from '../../platform/modules/manifest.ts';
import { applicationRouter } from './router.ts';

export const applicationModule = defineModule({ name: 'application', router: applicationRouter });
