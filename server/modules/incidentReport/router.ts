import { openReport, reportForm, submittedReport, submitReport } from '../../../shared/incident/publicReport.ts';
import { open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

/** For anybody who has a workspace's link. Both by POST: a token stands in no address. */
export const incidentReportRouter = router({
  open: open
    .input(openReport)
    .output(reportForm)
    .mutation(({ ctx, input }) => service.open(ctx, input)),
  submit: open
    .input(submitReport)
    .output(submittedReport)
    .mutation(({ ctx, input }) => service.submit(ctx, input)),
});
