import { defineModule } from '../../platform/modules/manifest.ts';
import { clocks } from './clocks.ts';
import { requestRouter } from './router.ts';
import { sealedReason, sealedResolution, sealedSubject, sealedWish } from './subject.ts';
import { openRights } from './tasks.ts';

export const requestModule = defineModule({
  name: 'request',
  router: requestRouter,
  clocks,
  tasks: openRights,
  sealed: [sealedSubject, sealedWish, sealedResolution, sealedReason],
});
