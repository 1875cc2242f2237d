import {
  monthlySummary,
  requestFigures,
  statisticsInput,
  summaryRight,
  summarySum,
} from '../../../shared/requestDashboard/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const rest = (name: string, summary: string) =>
  ({ rest: { method: 'GET', path: `/{ws}/dsrm-request/statistics/${name}`, summary } }) as const;

export const requestDashboardRouter = router({
  months: can('request.dashboard')
    .meta(rest('summary', 'Count requests by the month of receipt'))
    .input(statisticsInput)
    .output(monthlySummary)
    .query(({ ctx, input }) => service.summary(ctx, input)),
  total: can('request.dashboard')
    .meta(rest('summary-sum', 'Count requests of a range of months'))
    .input(statisticsInput)
    .output(summarySum)
    .query(({ ctx, input }) => service.total(ctx, input)),
  rights: can('request.dashboard')
    .meta(rest('summary-right', 'Count the rights that requests name'))
    .input(statisticsInput)
    .output(summaryRight)
    .query(({ ctx, input }) => service.rights(ctx, input)),
  figures: can('request.dashboard')
    .input(statisticsInput)
    .output(requestFigures)
    .query(({ ctx, input }) => service.figures(ctx, input)),
});
