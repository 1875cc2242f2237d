import { defineModule } from '../../platform/modules/manifest.ts';
import { seed } from './builtIn.ts';
import { dpiaSettingsRouter } from './router.ts';

export const dpiaSettingsModule = defineModule({
  name: 'dpiaSettings',
  router: dpiaSettingsRouter,
  seed,
});
