import { exportItem, exportList, listExports, startExport, startOne } from '../../../shared/export/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, member, router } from '../trpc/trpc.ts';
import * as service from './service.ts';
import { startOf } from './startOf.ts';

export const exportRouter = router({
  // What it takes to start, see or fetch an export depends on its kind: judged within.
  start: member
    .input(startExport)
    .output(exportItem)
    .mutation(({ ctx, input }) => service.start(ctx, input)),
  get: member
    .meta({
      programs: true,
      rest: {
        method: 'GET',
        path: '/{ws}/exports/{id}',
        summary: 'Get the progress of an export, and where it can be downloaded',
      },
    })
    .input(byId)
    .output(exportItem)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  list: member
    .input(listExports)
    .output(exportList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  retry: member
    .input(byId)
    .output(exportItem)
    .mutation(({ ctx, input }) => service.retry(ctx, input.id)),
  clear: member.input(byId).mutation(({ ctx, input }) => service.clear(ctx, input.id)),
  startInventories: startOf(
    'inventories',
    '/{ws}/exports/inventories',
    'Start an export of the inventory of personal data',
  ),
  startIncidents: startOf(
    'incidents',
    '/{ws}/exports/incidents',
    'Start an export of the register of breach incidents',
  ),
  startDpias: startOf('dpias', '/{ws}/exports/dpias', 'Start an export of impact assessments'),
  startTreatmentPlans: startOf(
    'treatment-plans',
    '/{ws}/exports/treatment-plans',
    'Start an export of treatment plans',
  ),
  startRequests: startOf('dsrm-request', '/{ws}/exports/dsrm-request', 'Start an export of data-subject requests'),
  startActivityLogs: startOf('activity-logs', '/{ws}/exports/activity-logs', 'Start an export of the activity log'),
  startLawfulBasis: startOf(
    'lawful-basis',
    '/{ws}/exports/purposes/lawful-basis',
    'Start an export of purposes by lawful basis',
  ),
  startThirdPartyDisclosure: startOf(
    'third-party-disclosure',
    '/{ws}/exports/purposes/third-party-disclosure',
    'Start an export of purposes that disclose to third parties',
  ),
  startResponsible: startOf(
    'responsible',
    '/{ws}/exports/purposes/responsible',
    'Start an export of purposes by who is responsible',
  ),
  startUserConsents: can('consent.export')
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
      service.start(ctx, { ...rest, kind: 'user-consents', subjectId: consentId }),
    ),
  retryUserConsents: can('consent.export')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/user-consents/export/tasks/{id}/retry',
        summary: 'Retry a failed export of consents, from where it stopped if possible',
      },
    })
    .input(byId)
    .output(exportItem)
    .mutation(({ ctx, input }) => service.retry(ctx, input.id, 'user-consents')),
});
