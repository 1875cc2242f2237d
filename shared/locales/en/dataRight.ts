import type th from '../th/dataRight.ts';
import type { Shape } from '../shape.ts';

export default {
  builtIn: 'A right of the act cannot be deleted. You can stop offering it in forms instead.',
  inUse: 'It cannot be deleted: {{number}} request forms offer it. Take it out of them first.',
  limit: 'You can add up to {{limit}} rights of your own.',
  nameTaken: 'There is a right of this name already.',
  days: 'Must be a number of days from 1 to 365.',
  // Screens
  title: 'Rights of data subjects',
  lead: 'Rights that request forms can offer, with explanation, example and days to respond. A form takes changes over when it is published again.',
  toForms: 'Request forms',
  list: 'All rights',
  add: 'Add a right',
  edit: 'Edit right',
  editOf: 'Edit {{name}}',
  removeOf: 'Delete {{name}}',
  used: 'Added by you: {{used}} of {{limit}}',
  full: 'All {{limit}} rights of your own are in use. Delete one that is not needed first.',
  section: 'Section {{number}}',
  own: 'Added by your organisation',
  offered: 'Offered',
  notOffered: 'Not offered',
  forms_one: 'In {{number}} form',
  forms_other: 'In {{number}} forms',
  formsNone: 'In no form',
  answerIn_one: 'Respond within {{number}} day',
  answerIn_other: 'Respond within {{number}} days',
  daysNote: {
    ACCESS:
      'Section 30 sets 30 days from receipt of the request. The date by law is always displayed beside the one set here.',
    ERASURE:
      'The PDPC notification on erasure sets 90 days from receipt of the request. The date by law is always displayed beside the one set here.',
    WITHDRAWAL:
      'This number is a setting of the workspace. Consent can be withdrawn at any time (section 19); carry it out immediately.',
    own: 'This number is a setting of the workspace; the law sets none.',
  },
  overLaw: 'Longer than the {{number}} days set by law. A response after that is late.',
  field: {
    name: 'Name',
    description: 'Explanation',
    descriptionHelp: 'Two sentences that people who do not know the law understand',
    example: 'Example',
    exampleHelp: 'One real request, displayed below the explanation',
    days: 'Days to respond',
    active: 'Request forms may offer this right',
    activeHelp:
      'When off, published forms still take such requests, but the right must be removed before they are published again.',
  },
  builtInNote:
    'A right under section {{number}} of the Personal Data Protection Act. Its text and days can be changed; it cannot be deleted or moved to another section.',
  ownNote: 'A right your organisation offers beyond what the act grants, such as being contacted by email only.',
  saved: 'Right saved',
  created: 'Right added',
  removeTitle: 'Delete “{{name}}”?',
  removeBody:
    'Request forms can no longer offer this right. Existing requests keep its name. Deleting cannot be undone.',
  removed: '“{{name}}” deleted',
  moveFailed: 'Could not be moved. Try again.',
} satisfies Shape<typeof th>;
