import { overviewCards } from '../../../shared/overview/schema.ts';
import { can, router } from '../trpc/trpc.ts';
import * as service from './service.ts';

export const overviewRouter = router({
  cards: can('dashboard.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/overview',
        summary: 'Summarise every module: figures now and, where known, a week ago, records whose deadline has passed',
      },
    })
    .output(overviewCards)
    .query(({ ctx }) => service.cards(ctx)),
});
