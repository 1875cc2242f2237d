import { defineModule } from '../../platform/modules/manifest.ts';
import { consentAdminRouter } from './router.ts';

export const consentAdminModule = defineModule({ name: 'consentAdmin', router: consentAdminRouter });
