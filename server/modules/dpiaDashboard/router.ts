import {
  dpiaFigures,
  dpiaFiguresInput,
  dpiaRequirements,
  dpiaRiskLevels,
} from '../../../shared/dpiaDashboard/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const dpiaDashboardRouter = router({
  figures: can('dpia.dashboard')
    .input(dpiaFiguresInput)
    .output(dpiaFigures)
    .query(({ ctx, input }) => service.figures(ctx, input)),
  riskLevels: can('dashboard.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/dpias/risk-level',
        summary: 'Count impact assessments by their highest risk, initial and residual',
      },
    })
    .input(dpiaFiguresInput)
    .output(dpiaRiskLevels)
    .query(({ ctx, input }) => service.riskLevels(ctx, input)),
  requirements: can('dashboard.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/dpias/requirement',
        summary: 'Count impact assessments by whether one is required',
      },
    })
    .input(dpiaFiguresInput)
    .output(dpiaRequirements)
    .query(({ ctx, input }) => service.requirements(ctx, input)),
});
