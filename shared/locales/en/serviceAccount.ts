import type th from '../th/serviceAccount.ts';
import type { Shape } from '../shape.ts';

const serviceAccount = {
  title: 'Service accounts',
  lead: 'Accounts of other systems. The API keys of a service account keep working when the person who created them leaves, and no person can sign in with it.',
  search: 'Search by name or description',
  add: 'Add service account',
  edit: 'Edit service account',
  emptyTitle: 'No service accounts yet',
  emptyBody: 'Add a service account for each system you connect, then create an API key for it.',
  field: { name: 'Name', role: 'Role', description: 'Description', active: 'Active' },
  nameHelp: 'Use the name of the system. It appears in the activity log.',
  roleHelp: 'Keys of this account can do no more than this role allows, further limited by the scopes of each key.',
  activeHelp: 'Turn this off to make all keys of this account stop working for a time.',
  stateLabel: 'Status',
  state: { ALL: 'All', active: 'Active', paused: 'Paused' },
  keys: 'Working keys',
  lastUsed: 'Last used',
  unused: 'Not used yet',
  createdBy: 'Created by',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Service account paused',
  resumed: 'Service account resumed',
  created: 'Service account added',
  saved: 'Service account saved',
  removeTitle: 'Delete service account {{name}}?',
  removeBody:
    'All keys of this account are revoked immediately and cannot be restored. What the account did stays in the activity log.',
  removed: 'Service account deleted',
  refusal: {
    notFound: 'This service account is not in the workspace. Reload the page.',
    tooMany: 'A workspace has at most {{most}} service accounts. Delete an unused one first.',
  },
} satisfies Shape<typeof th>;

export default serviceAccount;
