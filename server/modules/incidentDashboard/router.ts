import {
  incidentSummary,
  incidentTimeline,
  summaryInput,
  timelineInput,
} from '../../../shared/incidentDashboard/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const incidentDashboardRouter = router({
  get: can('incident.dashboard')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/incidents/summary',
        summary: 'Count breach incidents by risk, stage, cause, application and month',
      },
    })
    .input(summaryInput)
    .output(incidentSummary)
    .query(({ ctx, input }) => service.summary(ctx, input)),
  timeline: can('incident.dashboard')
    .input(timelineInput)
    .output(incidentTimeline)
    .query(({ ctx, input }) => service.timeline(ctx, input)),
});
