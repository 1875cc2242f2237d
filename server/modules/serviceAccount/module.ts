import { defineModule } from '../../platform/modules/manifest.ts';
import { serviceAccountRouter } from './router.ts';
import { programAccounts } from './signIn.ts';

export const serviceAccountModule = defineModule({
  name: 'serviceAccount',
  router: serviceAccountRouter,
  programAccounts,
});
