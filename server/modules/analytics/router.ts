import { z } from 'zod';
import { listPageViews, pageViewList, pageViewSummary, summarizePageViews } from '../../../shared/analytics/schema.ts';
import { id, LIMITED } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const analyticsRouter = router({
  pageview: open
    .meta({
      rest: {
        method: 'POST',
        path: '/analytics/pageview',
        summary: 'Count a page view by workspace, route and day; nothing about the visitor is stored',
      },
    })
    .input(z.object({ route: z.string().min(1).max(300, LIMITED), ws: id.optional() }))
    .output(z.object({ route: z.string() }))
    .mutation(({ ctx, input }) => service.pageview(ctx, input)),
  summary: can('workspace.manage')
    .meta({
      rest: {
        method: 'GET',
        path: '/{ws}/page-views/summary',
        summary: 'Sum up views of pages by day, beside the period before',
      },
    })
    .input(summarizePageViews)
    .output(pageViewSummary)
    .query(({ ctx, input }) => service.summary(ctx, input)),
  list: can('workspace.manage')
    .meta({ rest: { method: 'GET', path: '/{ws}/page-views', summary: 'List pages with their views' } })
    .input(listPageViews)
    .output(pageViewList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  startExport: startOf('page-views', '/{ws}/exports/page-views', 'Start an export of page views by page and day'),
});
