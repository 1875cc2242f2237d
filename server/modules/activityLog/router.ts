import {
  activityLogList,
  activityLogPeople,
  listActivityLogs,
  listOrganizationLogs,
  organizationLogList,
} from '../../../shared/activityLog/schema.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as organizationLog from './organizationLog.ts';
import * as service from './service.ts';

export const activityLogRouter = router({
  list: can('activityLog.read')
    .meta({
      rest: { method: 'GET', path: '/{ws}/activity-logs', summary: 'List the activity of the workspace' },
    })
    .input(listActivityLogs)
    .output(activityLogList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  people: can('activityLog.read')
    .output(activityLogPeople)
    .query(({ ctx }) => service.people(ctx)),
  organization: can('workspace.manage')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/organization-activity-logs',
        summary: 'List the activity log of deleted workspaces of the organisation',
      },
    })
    .input(listOrganizationLogs)
    .output(organizationLogList)
    .query(({ ctx, input }) => organizationLog.list(ctx, input)),
  startExport: startOf('activity-logs', '/{ws}/exports/activity-logs', 'Start an export of the activity log'),
});
