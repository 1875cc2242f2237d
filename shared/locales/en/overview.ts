import type th from '../th/overview.ts';
import type { Shape } from '../shape.ts';

/** The whole programme on one page. */
const overview = {
  lead: 'Every part of the programme in this workspace at {{moment}}, compared with 7 days ago. Figures change as soon as something is edited.',
  print: 'Print',
  empty: 'Nothing to show yet',
  emptyBody: 'The modules that you may see are not switched on in this workspace. Ask an administrator.',
  overdue: {
    title: 'Overdue',
    lead: 'Overdue longest first',
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
  application: {
    title: 'Record of processing',
    applications: 'Applications',
    published: 'Published',
    incomplete: 'Incomplete',
  },
  consent: {
    title: 'Consent',
    forms: 'Consent forms',
    open: 'Open for answers',
    drafts: 'Drafts',
    subjects: 'Data subjects who answered',
  },
  incident: {
    title: 'Breach incidents',
    open: 'Open',
    withOfficer: 'Waiting for the DPO',
  },
  approvalLine: {
    title: 'Approval lines',
    pending: 'Pending approval',
    reminded: 'Reminded and still pending',
    approved: 'Approved',
  },
} satisfies Shape<typeof th>;
export default overview;
