import { overviewCards } from '../../../shared/overview/schema.ts';
import { can, router } from '../trpc/trpc.ts';
import * as service from './service.ts';

export const overviewRouter = router({
  cards: can('dashboard.read')
    .output(overviewCards)
    .query(({ ctx }) => service.cards(ctx)),
});
