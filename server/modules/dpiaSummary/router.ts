import { dpiaFigures, dpiaFiguresInput } from '../../../shared/dpiaSummary/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const dpiaSummaryRouter = router({
  figures: can('dpia.dashboard')
    .input(dpiaFiguresInput)
    .output(dpiaFigures)
    .query(({ ctx, input }) => service.figures(ctx, input)),
});
