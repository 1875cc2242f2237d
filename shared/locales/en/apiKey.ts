import type { Shape } from '../shape.ts';
import type th from '../th/apiKey.ts';

/** API keys of the workspace */
const apiKey = {
  title: 'Integrations',
  lead: 'API keys let other systems call this workspace without anyone’s password.',
  search: 'Search by key name',
  add: 'Create API key',
  emptyTitle: 'No API keys yet',
  emptyBody: 'Create a key when another system has to read from or send to this workspace.',
  documents: 'API reference',
  name: 'Key name',
  nameHelp: 'Name the system that will use the key; the activity log shows this name.',
  scopes: 'Scopes',
  scopesHelp: 'Choose only what that system needs. A key may never do more than its creator.',
  scopesCount_one: '{{count}} scope',
  scopesCount_other: '{{count}} scopes',
  lifetime: 'Lifetime',
  lifetimeOf: { '30': '30 days', '90': '90 days', '365': '1 year', never: 'Does not expire' },
  addresses: 'Allowed IP addresses',
  addressesHelp: 'One a line, such as 203.0.113.7 or 203.0.113.0/24. Leave empty to allow any address.',
  stateLabel: 'Status',
  state: { ALL: 'All', active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  expires: 'Expires',
  never: 'Does not expire',
  lastUsed: 'Last used',
  unused: 'Not used yet',
  createdBy: 'Created by',
  createdAt: 'Created',
  create: 'Create key',
  rotate: 'Rotate',
  rotateTitle: 'Rotate key {{name}}',
  rotateBody:
    'A new key is issued. The old one keeps working for the time you choose, so that the other system can change over.',
  overlap: 'Old key works for another',
  overlapOf: { '0': 'No time', '1': '1 hour', '24': '24 hours', '168': '7 days' },
  revoke: 'Revoke',
  revokeTitle: 'Revoke key {{name}}',
  revokeBody: 'Systems that use this key can no longer call the API, and the key cannot be brought back.',
  revokedDone: 'Key revoked',
  issuedTitle: 'Key of {{name}}',
  issuedBody: 'Copy it to a safe place now. Only its hash is stored, so the key is displayed once.',
  key: 'API key',
  tryOut: 'Example call',
  tryOutBody:
    'Put the key into the variable POKPONG_KEY and run this. It lists applications, which needs the scope ropa.read.',
  refusal: {
    address: 'This API key may not be used from this IP address. Have an Admin create a key that allows it.',
    ended: 'The API key is wrong, expired or revoked. Have an Admin create a new one.',
    network: 'Enter an IP address or a network such as 203.0.113.0/24.',
    notFound: 'This API key is not in the workspace. Reload the page.',
    revoked: 'This key has been revoked. Create a new one.',
    scope: 'Some scopes go beyond your own role. Choose again.',
    tooMany: 'A workspace has at most {{most}} keys. Revoke one that is not used first.',
  },
} satisfies Shape<typeof th>;

export default apiKey;
