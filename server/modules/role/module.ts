import { defineModule } from '../../platform/modules/manifest.ts';
import { roleRouter } from './router.ts';

export const roleModule = defineModule({ name: 'role', router: roleRouter });
