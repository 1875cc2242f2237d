import { z } from 'zod';
import { exportItem, startOne } from '../../../shared/export/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import {
  consentFormList,
  consentInsight,
  consentSummary,
  consentSummaryInput,
  listConsentForms,
  listSubjectHistory,
  listUserConsents,
  subjectHistory,
  userConsentDetail,
  userConsentList,
} from '../../../shared/userConsent/schema.ts';
import * as exports from '../../platform/exports/service.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { formChoice } from './formChoice.ts';
import * as service from './service.ts';
import * as statistics from './statistics.ts';
import { byVersion } from '../../../shared/versions.ts';

export const userConsentRouter = router({
  history: can('consent.history')
    .input(listUserConsents)
    .output(userConsentList)
    .query(({ ctx, input }) => service.history(ctx, input)),
  historyOfVersion: can('consent.history')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/user-consents/consent/{id}/version/{v}',
        summary: 'List what data subjects chose in one version of a consent form',
      },
    })
    .input(listUserConsents.omit({ version: true }).extend({ v: byVersion.shape.v }))
    .output(userConsentList)
    .query(({ ctx, input: { v, ...input } }) => service.history(ctx, { ...input, version: v })),
  get: can('consent.history')
    .input(byId)
    .output(userConsentDetail)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  // Integrators can also call it as POST /trpc/userConsent.subject, which keeps the uid out of the address.
  subject: can('consent.history')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/user-consents/uid/{uid}',
        summary: 'List everything one data subject chose, over all consent forms',
      },
    })
    .input(listSubjectHistory)
    .output(subjectHistory)
    .query(({ ctx, input }) => service.subject(ctx, input)),
  sources: can('consent.history')
    .input(byId)
    .output(z.array(z.string()))
    .query(({ ctx, input }) => service.sources(ctx, input.id)),
  // Readers of the dashboard can choose the form, even without permission to read forms.
  forms: can('consent.dashboard')
    .input(listConsentForms)
    .output(consentFormList)
    .query(({ ctx, input }) => formChoice(ctx, input)),
  insight: can('consent.dashboard')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/user-consents/{id}/statistics/insight',
        summary: 'How a consent form stands now',
      },
    })
    .input(byId)
    .output(consentInsight)
    .query(({ ctx, input }) => statistics.insight(ctx, input.id)),
  summary: can('consent.dashboard')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/user-consents/{id}/statistics/summary',
        summary: 'Count the submissions of a consent form by day, version and purpose',
      },
    })
    .input(consentSummaryInput)
    .output(consentSummary)
    .query(({ ctx, input }) => statistics.summary(ctx, input)),
  startExport: can('consent.export')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/exports/user-consents',
        summary: 'Start an export of what data subjects chose in a consent form',
        status: 201,
      },
    })
    .input(startOne.extend({ consentId: id }))
    .output(exportItem)
    .mutation(({ ctx, input: { consentId, ...rest } }) =>
      exports.start(ctx, { ...rest, kind: 'user-consents', subjectId: consentId }),
    ),
  retryExport: can('consent.export')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/user-consents/export/tasks/{id}/retry',
        summary: 'Retry a failed export of consents',
      },
    })
    .input(byId)
    .output(exportItem)
    .mutation(({ ctx, input }) => exports.retry(ctx, input.id, 'user-consents')),
});
