import { defineModule } from '../../platform/modules/manifest.ts';
import { dataControllerRouter } from './router.ts';
import { logo } from './files.ts';

export const dataControllerModule = defineModule({
  name: 'dataController',
  router: dataControllerRouter,
  files: [logo],
});
