import type th from '../th/application.ts';
import type { Shape } from '../shape.ts';

export default {
  exportTitle: {
    application: 'Record of processing (RoPA) of an application',
    workspace: 'Record of processing (RoPA) of the workspace',
  },
  noDataController: 'There is no data controller yet. Please create one first.',
  nameTaken: 'There is already an application of this name.',
  processCodeTaken: 'Another application has this code. Please use another one.',
  reviewMonths: 'Please give 1 to 60 months.',
  nameFixed: 'The name of an application cannot change after it was created.',
  inUse: 'Cannot be deleted: these purposes send data to it: {{names}}',
  hasConsent: 'Cannot be deleted: it has the consent form “{{name}}”, which is kept as evidence',
  noPurposes: 'At least one purpose is needed for publishing.',
  mappingExists: 'This application already has a data mapping.',
  purposeMapped:
    'These purposes have lines in the data mapping: {{names}}. Remove those lines first, then the purpose.',
  purposeDraft: 'This purpose is still a draft. Please publish it first.',
  incomplete: 'Not ready to publish: some purposes are incomplete.',
} satisfies Shape<typeof th>;
