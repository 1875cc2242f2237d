import { NOTICE_LIST } from '../../../shared/privacyNotice/schema.ts';
import { UNCOVERED_LIST } from '../../../shared/privacyNotice/uncovered.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { nameOf } from '../../platform/records/names.ts';
import { clocks } from './clocks/clocks.ts';
import { runningClocks } from './clocks/running.ts';
import { recordListeners } from './drift.ts';
import { openapi } from './report/openapi.ts';
import { noticeReportRoutes } from './report/routes.ts';
import { publicNoticeRoutes } from './public/routes.ts';
import { noticeEmbed } from './embed.ts';
import { overview } from './overview.ts';
import { jobRecords } from './mailing/jobRecords.ts';
import { jobs } from './mailing/jobs.ts';
import { ENTITY } from './mailing/mailingQueries.ts';
import { outgoing } from './mailing/outgoing.ts';
import { presence } from './presence.ts';
import { privacyNoticeRouter } from './router.ts';
import { noticeViewRetention } from './views/retention.ts';
import { seed } from './seed.ts';

export const privacyNoticeModule = defineModule({
  name: 'privacyNotice',
  router: privacyNoticeRouter,
  firstLists: {
    privacyNotices: { procedure: 'list', rule: NOTICE_LIST },
    uncoveredApplications: { procedure: 'uncovered', rule: UNCOVERED_LIST },
  },
  clocks,
  runningClocks,
  recordListeners,
  seed,
  exports: {
    'privacy-notice': async () => (await import('./approval/document.ts')).noticeExport,
    'privacy-notices': async () => (await import('./exports/register.ts')).noticeRegister,
  },
  exportSubjects: { privacyNotice: (trx, workspaceId, id) => nameOf(trx, workspaceId, 'privacyNotices', id) },
  presence,
  jobs,
  jobRecords,
  outgoing,
  // The progress of a mailing is displayed with its version: open pages of the notice are updated.
  deliveries: {
    entity: ENTITY,
    event: 'privacyNotice.delivered',
  },
  overview,
  demo: async () => (await import('./demo.ts')).demo,
  http: async (app, options) => {
    await app.register(noticeReportRoutes, options);
    await app.register(publicNoticeRoutes, options);
  },
  paths: ['/notices/'],
  embed: noticeEmbed,
  retention: [noticeViewRetention],
  openapi,
});
