import { z } from 'zod';
import {
  application,
  applicationAllowance,
  applicationDetail,
  applicationList,
  applicationVersion,
  createApplication,
  listApplications,
  pickApplications,
  pickedApplications,
  publishApplication,
  updateApplication,
} from '../../../shared/application/schema.ts';
import {
  findProcessCode,
  finishReview,
  processCodeAnswer,
  reviewSettings,
  updateReviewSettings,
} from '../../../shared/application/review.ts';
import { exportItem, exportList, startOne } from '../../../shared/export/schema.ts';
import { byId } from '../../../shared/text.ts';
import * as exports from '../../platform/exports/service.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as reviewClock from './reviewClock.ts';
import * as reviews from './reviews.ts';
import * as service from './service.ts';
import { byVersion, listVersions, versionList } from '../../../shared/versions.ts';

const path = '/{ws}/applications';

export const applicationRouter = router({
  list: can('ropa.read')
    .meta({ rest: { method: 'GET', path, summary: 'List applications' } })
    .input(listApplications)
    .output(applicationList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pick: can('ropa.pick')
    .input(pickApplications)
    .output(pickedApplications)
    .query(({ ctx, input }) => service.pick(ctx, input)),
  allowance: can('ropa.read')
    .output(applicationAllowance)
    .query(({ ctx }) => service.allowance(ctx)),
  withoutConsent: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: `${path}/no-consent`, summary: 'List applications without a consent form' },
    })
    .input(listApplications)
    .output(applicationList)
    .query(({ ctx, input }) => service.without(ctx, 'consent', input)),
  withoutRequestForm: can('ropa.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/no-dsrm-request-form`,
        summary: 'List applications without a request form',
      },
    })
    .input(listApplications)
    .output(applicationList)
    .query(({ ctx, input }) => service.without(ctx, 'requestForm', input)),
  withoutDpia: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: `${path}/not-dpia`, summary: 'List applications without an impact assessment' },
    })
    .input(listApplications)
    .output(applicationList)
    .query(({ ctx, input }) => service.without(ctx, 'dpia', input)),
  get: can('ropa.read')
    .meta({ rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get an application' } })
    .input(byId)
    .output(application)
    .query(({ ctx, input }) => service.get(ctx, input)),
  detail: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: `${path}/{id}/detail`, summary: 'Get an application with its purposes in full' },
    })
    .input(byId)
    .output(applicationDetail)
    .query(({ ctx, input }) => service.detail(ctx, input)),
  create: can('ropa.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Record an application as a draft', status: 201 },
    })
    .input(createApplication)
    .output(application)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('ropa.write')
    .meta({
      rest: { method: 'PUT', path: `${path}/{id}`, summary: 'Change an application; its name stays' },
    })
    .input(updateApplication)
    .output(application)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('ropa.write')
    .meta({ rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Delete an application' } })
    .input(byId)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  publish: can('ropa.publish')
    .input(publishApplication)
    .output(application)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  finishReview: can('ropa.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/{id}/review`,
        summary: 'Record that an application was reviewed, and when it is reviewed next',
      },
    })
    .input(finishReview)
    .output(application)
    .mutation(({ ctx, input }) => reviews.finish(ctx, input)),
  processCode: can('ropa.read')
    .input(findProcessCode)
    .output(processCodeAnswer)
    .query(({ ctx, input }) => reviews.findCode(ctx, input)),
  reviewSettings: can('ropa.read')
    .output(reviewSettings)
    .query(({ ctx }) => reviewClock.settings.get(ctx)),
  updateReviewSettings: can('ropa.settings')
    .input(updateReviewSettings)
    .output(reviewSettings)
    .mutation(({ ctx, input }) => reviewClock.settings.update(ctx, input)),
  versions: can('ropa.read')
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('ropa.read')
    .input(byVersion)
    .output(applicationVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
  startExport: can('ropa.export')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/{id}/export-ropa`,
        summary: 'Start an export of the record of processing of an application',
        status: 201,
      },
    })
    .input(byId.extend(startOne.shape))
    .output(exportItem)
    .mutation(({ ctx, input: { id, ...rest } }) =>
      exports.start(ctx, { ...rest, kind: 'application-ropa', subjectId: id }),
    ),
  listExports: can('ropa.export')
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/{id}/export-ropa`,
        summary: 'List the latest 5 exports of the record of processing of an application',
      },
    })
    .input(byId)
    .output(exportList)
    .query(({ ctx, input }) => exports.latestOf(ctx, 'application-ropa', input.id)),
});
