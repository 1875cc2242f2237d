import type th from '../th/overview.ts';
import type { Shape } from '../shape.ts';

/** The whole programme on one page. */
const overview = {
  lead: 'Status of every part of the programme in this workspace at {{moment}}. Where the figure of 7 days ago is known, the change is shown. Updated live.',
  print: 'Print',
  empty: 'Nothing to show yet',
  emptyBody: 'The modules you may see are not turned on in this workspace. Contact your Admin.',
  emptyAdmin:
    'The modules you may see are not turned on in this workspace. The Workspaces page lists those that are turned on.',
  toWorkspaces: 'Go to workspaces',
  overdue: {
    title: 'Overdue',
    lead: 'Longest overdue first',
    none: 'Nothing is overdue',
    all: 'See all {{number}}',
    count: 'Overdue',
  },
  state: {
    empty: 'No data yet',
    inOrder: 'Nothing pending',
    attention: 'Work pending',
    overdue: 'Overdue',
  },
  change: {
    more: '{{number}} more than 7 days ago',
    less: '{{number}} fewer than 7 days ago',
    same: 'Same as 7 days ago',
  },
} satisfies Shape<typeof th>;
export default overview;
