import { defineModule } from '../../platform/modules/manifest.ts';
import { dpiaRemoved, dpiasChanged, noticeRemoved, noticesChanged, recordChanged, recordRemoved } from './changed.ts';
import { keepThroughReview } from './material.ts';
import { overview } from './overview.ts';
import { approvalLineRouter } from './router.ts';
import { approvalRoutes } from './routes.ts';
import { clocks } from './clocks.ts';
import { approvalTasks } from './tasks.ts';
import { presence } from './presence.ts';
import { lineDocument } from './files.ts';
import { openapi } from './openapi.ts';

export const approvalLineModule = defineModule({
  name: 'approvalLine',
  router: approvalLineRouter,
  overview,
  http: approvalRoutes,
  clocks,
  tasks: approvalTasks,
  presence,
  recordListeners: {
    application: { changed: recordChanged, removing: recordRemoved, moving: keepThroughReview },
    dpia: { changed: dpiasChanged, removing: dpiaRemoved },
    privacyNotice: { changed: noticesChanged, removing: noticeRemoved },
  },
  files: [lineDocument],
  demo: async () => (await import('./demo.ts')).demo,
  openapi,
});
