import { defineModule } from '../../platform/modules/manifest.ts';
import { bringRights, seedRights } from './builtIn.ts';
import { dataRightRouter } from './router.ts';

export const dataRightModule = defineModule({
  name: 'dataRight',
  router: dataRightRouter,
  seed: { newWorkspace: seedRights, olderWorkspaces: bringRights },
});
