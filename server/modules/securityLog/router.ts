import { listSecurityLogs, securityLogList } from '../../../shared/securityLog/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const securityLogRouter = router({
  list: can('workspace.manage')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/security-logs',
        summary: 'List sign-ins, changes of rights, exports and deletions of the organisation',
      },
    })
    .input(listSecurityLogs)
    .output(securityLogList)
    .query(({ ctx, input }) => service.list(ctx, input)),
});
