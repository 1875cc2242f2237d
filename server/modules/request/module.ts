import { REQUEST_LIST } from '../../../shared/request/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { requestRetention } from './anonymise.ts';
import { clocks } from './clocks.ts';
import { attachment } from './files.ts';
import { runningClocks } from './openClocks.ts';
import { presence } from './presence.ts';
import { requestRouter } from './router.ts';
import {
  sealedCorrection,
  sealedFeeReason,
  sealedReason,
  sealedResolution,
  sealedSubject,
  sealedWish,
} from './subject.ts';
import { otherRequests } from './subjectData.ts';
import { openRights } from './tasks.ts';

export const requestModule = defineModule({
  name: 'request',
  router: requestRouter,
  firstLists: { requests: { procedure: 'list', rule: REQUEST_LIST } },
  exports: { 'dsrm-request': async () => (await import('./exports/requests.ts')).requests },
  clocks,
  runningClocks,
  tasks: openRights,
  presence,
  files: [attachment],
  demo: async () => (await import('./demo.ts')).demo,
  sealed: [sealedSubject, sealedWish, sealedResolution, sealedReason, sealedFeeReason, sealedCorrection],
  subjectData: [otherRequests],
  retention: [requestRetention],
});
