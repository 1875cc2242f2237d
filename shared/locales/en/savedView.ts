import type th from '../th/savedView.ts';
import type { Shape } from '../shape.ts';

export default {
  views: 'Views',
  current: 'View: {{name}}',
  save: 'Save this view',
  saveTitle: 'Save view',
  saveBody: 'Keeps the filters and the order in use, not the text searched for: it may be personal data.',
  name: 'Name of the view',
  share: 'Show to everyone in the workspace',
  shareHelp: 'Each person sees only the rows that they may see.',
  saved: 'View saved',
  manage: 'Manage views',
  manageTitle: 'My views',
  replace: 'Use the current filters instead',
  edit: 'Edit {{name}}',
  remove: 'Delete {{name}}',
  removeTitle: 'Delete the view “{{name}}”?',
  removeBody: 'The filters and the order that it keeps are lost. The list itself does not change.',
  removeShared: 'Everyone in the workspace can use this view and will lose it. The list itself does not change.',
  removed: 'View deleted',
  sharedBy: 'Shared by {{name}}',
  failed: 'Views could not be loaded. Press to try again.',
  none: 'No saved views yet',
  submit: 'Save',
  refusal: {
    nameTaken: 'A view of this name exists. Enter another.',
    notFound: 'This view was not found, or it belongs to someone else. Choose another view.',
    tooMany: 'At most {{most}} views can be saved for a list. Delete some first.',
  },
} satisfies Shape<typeof th>;
