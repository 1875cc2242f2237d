import { defineModule } from '../../platform/modules/manifest.ts';
import { DATA_CONTROLLER_LIST } from '../../../shared/dataController/schema.ts';
import { dataControllerRouter } from './router.ts';
import { logo } from './files.ts';

export const dataControllerModule = defineModule({
  name: 'dataController',
  router: dataControllerRouter,
  firstLists: { dataControllers: { procedure: 'list', rule: DATA_CONTROLLER_LIST } },
  files: [logo],
  demo: async () => (await import('./demo.ts')).demo,
});
