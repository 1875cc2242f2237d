import { REQUEST_FORM_LIST } from '../../../shared/requestForm/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { logo } from './files.ts';
import { applicationListener } from './listener.ts';
import { presence } from './presence.ts';
import { requestFormRouter } from './router.ts';
import { sealedSecret } from './secret.ts';

export const requestFormModule = defineModule({
  name: 'requestForm',
  router: requestFormRouter,
  firstLists: { requestForms: { procedure: 'list', rule: REQUEST_FORM_LIST } },
  demo: async () => (await import('./demo.ts')).demo,
  files: [logo],
  recordListeners: { application: applicationListener },
  presence,
  sealed: [sealedSecret],
});
