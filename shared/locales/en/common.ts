import type th from '../th/common.ts';
import type { Shape } from '../shape.ts';

export default {
  export: 'Export',
  edit: 'Edit',
  remove: 'Delete',
  open: 'Open',
  updatedAt: 'Last updated',
  createdAt: 'Added',
  updatedBy: 'Updated by',
  all: 'All',
  history: 'History',
  saved: 'Saved',
  newest: 'Show latest',
  yours: 'Your text',
  theirs: 'Saved by someone else',
  yes: 'Yes',
  no: 'No',
} satisfies Shape<typeof th>;
