import type { Shape } from '../shape.ts';
import type th from '../th/analytics.ts';

/** Page views. */
export default {
  exportTitle: 'Page views',
  lead: 'How often each page of this workspace was opened, day by day. Nothing about who opened it is kept.',
  period: 'Period',
  days: 'Last {{number}} days',
  allPages: 'All pages',
  figure: {
    views: 'Page views',
    change: 'Compared with the period before',
    perDay: 'Average a day',
    pages: 'Pages viewed',
    before: '{{number}} in the period before',
    none: 'No period before to compare with',
  },
  change: {
    more: '{{number}} more',
    less: '{{number}} fewer',
    same: 'No change',
  },
  chart: {
    title: 'Page views by day',
    lead: '{{from}} – {{to}}, compared with the {{number}} days before',
    describe: '{{views}} views, {{previous}} in the period before; most on {{day}}: {{most}}',
    current: 'This period',
    previous: 'Period before',
    nothing: 'No page views in this period yet',
  },
  column: {
    day: 'Day',
    title: 'Page',
    path: 'Pattern of the address',
    views: 'This period',
    previous: 'Period before',
    change: 'Change',
  },
  search: 'Search by page or address',
  emptyTitle: 'No page views yet',
  emptyBody:
    'A view is counted when a member of the workspace opens a page, and when somebody opens a consent receipt. Views from before they were counted by workspace are not shown here.',
} satisfies Shape<typeof th>;
