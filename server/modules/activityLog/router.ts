import { activityLogList, listActivityLogs } from '../../../shared/activityLog/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const activityLogRouter = router({
  list: can('activityLog.read')
    .meta({
      rest: { method: 'GET', path: '/{ws}/activity-logs', summary: 'List the activity of the workspace' },
    })
    .input(listActivityLogs)
    .output(activityLogList)
    .query(({ ctx, input }) => service.list(ctx, input)),
});
