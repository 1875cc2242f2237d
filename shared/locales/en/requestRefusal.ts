import type th from '../th/requestRefusal.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Register of refusals',
  lead: 'Rights that were refused, with ground and reason. Section 39(7) has refusals under sections 30, 31, 32 and 36 recorded; others stand here too, marked as such.',
  exportTitle: 'Register of refused data-subject requests',
  search: 'Search by request number',
  customRight: 'Right of your own',
  sectionOf: 's.{{section}}',
  period: 'Refused on',
  requiredFilter: 'By section 39(7)',
  required: {
    YES: 'Section 39(7) has it recorded',
    NO: 'Not required by section 39(7)',
  },
  requiredTag: { YES: 's.39(7)', NO: 'Outside s.39(7)' },
  column: {
    number: 'Request number',
    right: 'Right',
    section: 'Section',
    required: 'By section 39(7)',
    ground: 'Ground of refusal',
    reason: 'Reason',
    application: 'Application',
    receivedAt: 'Received on',
    closedAt: 'Refused on',
    decidedBy: 'Refused by',
  },
  empty: {
    title: 'Nothing was refused',
    body: 'A right that is refused with a ground is listed here until it is reopened.',
  },
} satisfies Shape<typeof th>;
