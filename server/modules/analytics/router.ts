import { z } from 'zod';
import { open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const analyticsRouter = router({
  pageview: open
    .meta({
      rest: {
        method: 'POST',
        path: '/analytics/pageview',
        summary: 'Count a page view by route and day; nothing about the visitor is kept',
      },
    })
    .input(z.object({ route: z.string().min(1).max(300) }))
    .output(z.object({ route: z.string() }))
    .mutation(({ ctx, input }) => service.pageview(ctx, input)),
});
