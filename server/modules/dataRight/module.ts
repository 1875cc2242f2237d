import { defineModule } from '../../platform/modules/manifest.ts';
import { seed } from './builtIn.ts';
import { dataRightRouter } from './router.ts';

export const dataRightModule = defineModule({
  name: 'dataRight',
  router: dataRightRouter,
  seed,
});
