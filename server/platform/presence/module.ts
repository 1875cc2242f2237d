import { defineModule } from '../modules/manifest.ts';
import { presenceRouter } from './router.ts';

export const presenceModule = defineModule({ name: 'presence', router: presenceRouter });
