import type th from '../th/application.ts';
import type { Shape } from '../shape.ts';

export default {
  exportTitle: {
    application: 'Record of processing activities (RoPA) of an application',
    workspace: 'Record of processing activities (RoPA) of the workspace',
  },
  noDataController: 'Add a data controller first.',
  nameTaken: 'This name is already used. Enter another.',
  processCodeTaken: 'Another application uses this code. Enter another.',
  reviewMonths: 'Enter 1 to 60 months.',
  nameFixed: 'An application’s name cannot change. Create a new application.',
  inUse: 'Cannot be deleted: these purposes send data to it. Change them first: {{names}}',
  inPublished:
    'Cannot be deleted: the newest published version of these purposes sends data to it. Publish their next version first: {{names}}',
  hasConsent:
    'It cannot be deleted because its consent form “{{name}}” must be kept as evidence. Deactivate the form instead.',
  noPurposes: 'Add at least one purpose before publishing.',
  mappingExists: 'This application already has a data mapping. Edit that one.',
  purposeMapped: 'These purposes have mapping entries: {{names}}. Delete the entries first, then remove the purpose.',
  purposeDraft: 'This purpose is still a draft. Publish it first.',
  incomplete: 'Not ready to publish. Complete the purposes.',
  /** Its card on the programme overview. */
  overview: {
    title: 'RoPA',
    applications: 'Applications',
    published: 'Published',
    incomplete: 'Incomplete',
  },
} satisfies Shape<typeof th>;
