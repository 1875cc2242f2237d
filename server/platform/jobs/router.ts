import { byJob, jobList, listJobs } from '../../../shared/job/schema.ts';
import { canSomewhere, router } from '../trpc/trpc.ts';
import * as service from './console.ts';

// Of the workspaces in which the caller has the console; the installation's own jobs are in none of them.
export const jobRouter = router({
  list: canSomewhere('admin.console')
    .input(listJobs)
    .output(jobList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  retry: canSomewhere('admin.console')
    .input(byJob)
    .mutation(({ ctx, input }) => service.retry(ctx, input)),
  cancel: canSomewhere('admin.console')
    .input(byJob)
    .mutation(({ ctx, input }) => service.cancel(ctx, input)),
});
