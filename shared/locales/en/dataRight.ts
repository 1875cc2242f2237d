import type th from '../th/dataRight.ts';
import type { Shape } from '../shape.ts';

export default {
  builtIn: 'A statutory right cannot be deleted. Stop offering it in forms instead.',
  inUse_one: 'It cannot be deleted because {{number}} request form offers it. Remove it from the form first.',
  inUse_other: 'It cannot be deleted because {{number}} request forms offer it. Remove it from the forms first.',
  limit: 'You can add up to {{limit}} rights of your own. Delete one that is not needed first.',
  nameTaken: 'A right with this name already exists. Use another name.',
  days: 'Enter a number of days from 1 to 365.',
  // Screens
  title: 'Rights of data subjects',
  lead: 'Rights that request forms can offer, with an explanation, an example and the days to respond. Changes apply to a form when it is published again.',
  toForms: 'Request forms',
  list: 'All rights',
  add: 'Add a right',
  edit: 'Edit right',
  editOf: 'Edit {{name}}',
  removeOf: 'Delete {{name}}',
  used: '{{used}} of {{limit}} added by you',
  full: 'You have added all {{limit}} rights. Delete one that is not needed first.',
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
      'Section 30 paragraph 4 requires the request to be carried out within 30 days of receipt. The date by law is always displayed beside the one set here.',
    ERASURE:
      'The PDPC notification on erasure sets 90 days from receipt of the request. The date by law is always displayed beside the one set here.',
    WITHDRAWAL:
      'This number is a setting of the workspace. Consent can be withdrawn at any time (section 19); carry it out immediately.',
    own: 'This number is a setting of the workspace; the law sets none.',
  },
  overLaw_one: 'Longer than the {{number}} day set by law. A response after that is late.',
  overLaw_other: 'Longer than the {{number}} days set by law. A response after that is late.',
  field: {
    name: 'Name',
    description: 'Explanation',
    descriptionHelp: 'Two sentences for people who do not know the law',
    example: 'Example',
    exampleHelp: 'One realistic request, displayed below the explanation',
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
    'Request forms can no longer offer this right. Existing requests keep its name and days. Deleting cannot be undone.',
  removed: '“{{name}}” deleted',
  moveFailed: 'Could not be moved. Try again.',
} satisfies Shape<typeof th>;
