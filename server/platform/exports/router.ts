import { exportItem, exportList, listExports, startExport } from '../../../shared/export/schema.ts';
import { byId } from '../../../shared/text.ts';
import { member, router } from '../trpc/trpc.ts';
import * as service from './service.ts';

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
});
