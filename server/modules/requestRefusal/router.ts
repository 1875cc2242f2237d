import { listRefusals, refusalList } from '../../../shared/requestRefusal/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { list } from './service.ts';

export const requestRefusalRouter = router({
  list: can('request.read')
    .input(listRefusals)
    .output(refusalList)
    .query(({ ctx, input }) => list(ctx, input)),
});
