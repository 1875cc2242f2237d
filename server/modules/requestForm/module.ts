import { defineModule } from '../../platform/modules/manifest.ts';
import { logo } from './files.ts';
import { applicationListener } from './listener.ts';
import { requestFormRouter } from './router.ts';
import { sealedSecret } from './secret.ts';

export const requestFormModule = defineModule({
  name: 'requestForm',
  router: requestFormRouter,
  files: [logo],
  recordListeners: { application: applicationListener },
  sealed: [sealedSecret],
});
