import { openReport, reportForm, submittedReport, submitReport } from '../../../shared/incident/publicReport.ts';
import { open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

/** For anybody who has a workspace's link. Both by POST: a token must not appear in an address. */
export const incidentReportRouter = router({
  open: open
    .input(openReport)
    .output(reportForm)
    .mutation(({ ctx, input }) => service.open(ctx, input)),
  submit: open
    // Two texts of 10,000 letters, three bytes each in Thai, and the JSON around them.
    .meta({ anonymousBody: 128 * 1024 })
    .input(submitReport)
    .output(submittedReport)
    .mutation(({ ctx, input }) => service.submit(ctx, input)),
});
