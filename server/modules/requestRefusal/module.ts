import { REFUSAL_LIST } from '../../../shared/requestRefusal/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { applicationListener } from './listener.ts';
import { requestRefusalRouter } from './router.ts';

export const requestRefusalModule = defineModule({
  name: 'requestRefusal',
  router: requestRefusalRouter,
  recordListeners: { application: applicationListener },
  firstLists: { requestRefusals: { procedure: 'list', rule: REFUSAL_LIST } },
  exports: { 'request-refusals': async () => (await import('./exports.ts')).refusals },
});
