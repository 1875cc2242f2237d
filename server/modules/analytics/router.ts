import { z } from 'zod';
import {
  consolePageViewSummary,
  listConsolePageViews,
  listPageViews,
  pageViewList,
  pageViewSummary,
  summarizeConsolePageViews,
  summarizePageViews,
} from '../../../shared/analytics/schema.ts';
import { id, LIMITED } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, canSomewhere, open, router } from '../../platform/trpc/trpc.ts';
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
  // For the workspaces in which the caller is Admin and the console is on: those of the organisation of `ws`, or all.
  consoleSummary: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/page-views/summary',
        summary: "Sum up views of pages of all of the admin's workspaces by day, beside the period before",
      },
    })
    .input(summarizeConsolePageViews)
    .output(consolePageViewSummary)
    .query(({ ctx, input }) => service.consoleSummary(ctx, input)),
  consoleList: canSomewhere('admin.console')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin-service/page-views',
        summary: "List pages with their views in all of the admin's workspaces",
      },
    })
    .input(listConsolePageViews)
    .output(pageViewList)
    .query(({ ctx, input }) => service.consoleList(ctx, input)),
  startExport: startOf('page-views', '/{ws}/exports/page-views', 'Start an export of page views by page and day'),
});
