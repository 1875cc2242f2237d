import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { type RouteId, ROUTES } from '../registry/routes.ts';
import { id, maybeInWorkspace } from '../text.ts';

/** Days of a period; it ends with today, and is compared with as many days before it. */
export const PERIODS = ['30', '7', '90', '365'] as const;

export const PAGE_VIEW_LIST = {
  sortBy: ['views', 'previous', 'change', 'title'],
  filters: { days: PERIODS },
} as const satisfies ListRule;
/** `days`: 30 unless given. */
export const listPageViews = listInput(PAGE_VIEW_LIST);
export type ListPageViews = z.output<typeof listPageViews>;

const ROUTE_IDS = ROUTES.map(({ id }) => id) as [RouteId, ...RouteId[]];
/** `page`: of one page; left out: of all together. */
export const summarizePageViews = listPageViews.pick({ days: true }).extend({ page: z.enum(ROUTE_IDS).optional() });
export type SummarizePageViews = z.output<typeof summarizePageViews>;

/** Those of the console: of all workspaces of the caller, or of one of them. */
const ofConsole = maybeInWorkspace.extend({ workspaceId: id.optional() });
export const listConsolePageViews = listPageViews.extend(ofConsole.shape);
export type ListConsolePageViews = z.output<typeof listConsolePageViews>;
export const summarizeConsolePageViews = summarizePageViews.extend(ofConsole.shape);
export type SummarizeConsolePageViews = z.output<typeof summarizeConsolePageViews>;

const views = z.number().int();
/** Views of as many days before the period. */
const previous = views;

const pageViews = z.object({
  /** Null for a page that the product no longer has. */
  id: z.enum(ROUTE_IDS).nullable(),
  /** Its title in the language of the caller. */
  title: z.string(),
  /** The pattern of its address: `/consent/:id`. */
  path: z.string(),
  views,
  previous,
});
export type PageViews = z.infer<typeof pageViews>;
export const pageViewList = listOf(pageViews);

export const pageViewSummary = z.object({
  /** First and last day of the period, in Bangkok. */
  from: z.string(),
  to: z.string(),
  views,
  previous,
  /** Pages that were viewed, of all: also where the other figures are of one page. */
  pages: z.number().int(),
  /** Every day of the period, and the views of the day that stands in its place in the period before. */
  days: z.array(z.object({ day: z.string(), views, previous })),
});
export type PageViewSummary = z.infer<typeof pageViewSummary>;

export const consolePageViewSummary = pageViewSummary.extend({
  /** The workspaces that the figures are of, by name, each with its own. */
  workspaces: z.array(z.object({ id, name: z.string(), views, previous })),
});
export type ConsolePageViewSummary = z.infer<typeof consolePageViewSummary>;
