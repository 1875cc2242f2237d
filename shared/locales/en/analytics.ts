import type { Shape } from '../shape.ts';
import type th from '../th/analytics.ts';

/** Page views. */
export default {
  exportTitle: 'Page views',
  lead: 'How often each page of this workspace is opened per day. Who opened it is not recorded.',
  leadOfAll:
    'How often each page is opened per day, in all workspaces where you are an Admin and the console is turned on. Who opened it is not recorded.',
  leadOf: 'How often each page of {{name}} is opened per day. Who opened it is not recorded.',
  workspace: 'Workspace',
  allWorkspaces: 'All workspaces',
  byWorkspace: { title: 'Page views by workspace' },
  period: 'Period',
  days_one: 'Last {{number}} day',
  days_other: 'Last {{number}} days',
  allPages: 'All pages',
  figure: {
    views: 'Page views',
    change: 'Compared with the previous period',
    perDay: 'Average per day',
    pages: 'Pages viewed',
    before: '{{number}} in the previous period',
    none: 'No previous period to compare',
  },
  change: {
    more: '{{number}} more',
    less: '{{number}} fewer',
    same: 'No change',
  },
  chart: {
    title: 'Page views by day',
    lead_one: '{{from}} – {{to}}, compared with the {{number}} day before',
    lead_other: '{{from}} – {{to}}, compared with the {{number}} days before',
    describe_one: '{{views}} view, {{previous}} in the previous period; most on {{day}}: {{most}}',
    describe_other: '{{views}} views, {{previous}} in the previous period; most on {{day}}: {{most}}',
    current: 'This period',
    previous: 'Previous period',
    nothing: 'No page views in this period yet',
  },
  column: {
    day: 'Day',
    title: 'Page',
    path: 'Address pattern',
    views: 'This period',
    previous: 'Previous period',
    change: 'Change',
  },
  search: 'Search by page or address',
  emptyTitle: 'No page views yet',
  emptyBody:
    'A view is counted when a member of the workspace opens a page, or anyone opens a consent receipt. Views from before workspaces were counted separately are not shown.',
} satisfies Shape<typeof th>;
