import { z } from 'zod';
import {
  byNoticeReport,
  byNoticeViews,
  createNotice,
  listNoticeMeasures,
  listNotices,
  moveNotice,
  notice,
  noticeDrift,
  noticeList,
  noticeMeasures,
  noticePreview,
  noticeReport,
  noticeVersion,
  noticeVersionList,
  noticeViews,
  previewNotice,
  publishNotice,
  removeNotice,
  subjectRights,
  updateNotice,
} from '../../../shared/privacyNotice/schema.ts';
import { listUncovered, uncoveredList } from '../../../shared/privacyNotice/uncovered.ts';
import { noticeMailing, startNoticeMailing } from '../../../shared/privacyNotice/mailing.ts';
import { byId, id, inWorkspace } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import * as mailings from './mailing/service.ts';
import * as report from './report/service.ts';
import * as service from './service.ts';
import { views } from './views/service.ts';
import { byVersion, listVersions } from '../../../shared/versions.ts';

const path = '/{ws}/privacy-notices';
const one = `${path}/{id}`;
const read = can('privacyNotice.read');
const write = can('privacyNotice.write');

export const privacyNoticeRouter = router({
  list: read
    .meta({ rest: { method: 'GET', path, summary: 'List privacy notices' } })
    .input(listNotices)
    .output(noticeList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: write
    .meta({
      rest: {
        method: 'POST',
        path,
        summary: 'Start a privacy notice with what the published register holds',
        status: 201,
      },
    })
    .input(createNotice)
    .output(notice)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  uncovered: read
    .input(listUncovered)
    .output(uncoveredList)
    .query(({ ctx, input }) => service.uncovered(ctx, input)),
  subjectRights: read
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/subject-rights`,
        summary: 'List the rights that a privacy notice can name',
      },
    })
    .input(inWorkspace)
    .output(subjectRights)
    .query(({ ctx }) => service.rights(ctx)),
  securityMeasures: read
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/security-measures`,
        summary: 'List the security measures that a privacy notice can name',
      },
    })
    .input(listNoticeMeasures)
    .output(noticeMeasures)
    .query(({ ctx, input }) => service.measures(ctx, input)),
  get: read
    .meta({
      rest: { method: 'GET', path: one, summary: 'Get a privacy notice, its text, and what publishing it needs' },
    })
    .input(byId)
    .output(notice)
    .query(({ ctx, input }) => service.get(ctx, input)),
  preview: read
    .input(previewNotice)
    .output(noticePreview)
    .query(({ ctx, input }) => service.preview(ctx, input)),
  update: write
    .meta({
      rest: {
        method: 'PUT',
        path: one,
        summary: 'Change a privacy notice; what is published stays in force until the next version is',
      },
    })
    .input(updateNotice)
    .output(notice)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  publish: write
    .meta({ rest: { method: 'POST', path: `${one}/publish`, summary: 'Publish the draft as the next version' } })
    .input(publishNotice)
    .output(notice)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  remove: write
    .meta({
      rest: {
        method: 'DELETE',
        path: one,
        summary: 'Delete a privacy notice that was never published, or withdraw one that was',
      },
    })
    .input(removeNotice)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  restore: write
    .input(moveNotice)
    .output(notice)
    .mutation(({ ctx, input }) => service.restore(ctx, input)),
  drift: read
    .input(byId)
    .output(noticeDrift)
    .query(({ ctx, input }) => service.drift(ctx, input)),
  versions: read
    .meta({
      rest: { method: 'GET', path: `${one}/versions`, summary: 'List the published versions of a privacy notice' },
    })
    .input(listVersions)
    .output(noticeVersionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: read
    .meta({
      rest: { method: 'GET', path: `${one}/versions/{v}`, summary: 'Get one version of a privacy notice' },
    })
    .input(byVersion)
    .output(noticeVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
  views: read
    .meta({
      rest: {
        method: 'GET',
        path: `${one}/views`,
        summary: 'Count views of the public page of a privacy notice by day and language',
      },
    })
    .input(byNoticeViews)
    .output(noticeViews)
    .query(({ ctx, input }) => views(ctx, input)),
  startExport: startOf('privacy-notices', '/{ws}/exports/privacy-notices', 'Start an export of all privacy notices'),
  mailing: read
    .input(startNoticeMailing)
    .output(noticeMailing)
    .query(({ ctx, input }) => mailings.mailing(ctx, input)),
  startMailing: write
    .input(startNoticeMailing)
    .output(noticeMailing)
    .mutation(({ ctx, input }) => mailings.startMailing(ctx, input)),
  report: read
    .meta({
      rest: { method: 'GET', path: `${one}/report`, summary: 'Get the text of a privacy notice, part by part' },
    })
    .input(byNoticeReport)
    .output(noticeReport)
    .query(({ ctx, input }) => report.report(ctx, input)),
});
