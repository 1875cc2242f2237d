import { defineModule } from '../../platform/modules/manifest.ts';
import { purposeRouter } from './router.ts';

export const purposeModule = defineModule({ name: 'purpose', router: purposeRouter });
