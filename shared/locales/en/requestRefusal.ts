import type th from '../th/requestRefusal.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Register of refusals',
  lead: 'Rights that were refused, whole or in part, with ground and reason. Section 39(7) requires refusals under sections 30, 31, 32 and 36 to be recorded; refusals of other rights are listed as well, and marked.',
  exportTitle: 'Register of refused data subject requests',
  search: 'Search by request number',
  customRight: 'Right added by your organisation',
  fullRight: 'Whole right',
  partOf: 'In part: {{task}}',
  rightInPart: '{{right}} (in part)',
  sectionOf: 's.{{section}}',
  period: 'Refused on',
  requiredFilter: 'By section 39(7)',
  required: {
    YES: 'Record required by section 39(7)',
    NO: 'Record not required by section 39(7)',
  },
  requiredTag: { YES: 's.39(7)', NO: 'Outside s.39(7)' },
  column: {
    number: 'Request number',
    right: 'Right',
    part: 'Extent',
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
    title: 'No refusals yet',
    body: 'A right that is refused with a ground is listed here until it is reopened. So is each refused task of a right that was completed.',
  },
} satisfies Shape<typeof th>;
