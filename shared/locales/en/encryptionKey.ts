import type { Shape } from '../shape.ts';
import type th from '../th/encryptionKey.ts';

/** Encryption keys in the admin console */
const encryptionKey = {
  title: 'Encryption keys',
  lead: 'Personal data of each workspace is encrypted with that workspace’s own key. A key can be replaced while the system is in use.',
  toConsole: 'Admin Console',
  search: 'Search by workspace name',
  caption: 'Keys of workspaces',
  emptyTitle: 'No workspaces found',
  emptyBody: 'You are not an Admin of any workspace that matches.',
  workspace: 'Workspace',
  keyId: 'Key ID',
  keyIdShort: 'ends in {{end}}',
  activeFrom: 'In use since',
  olderKeys: 'Earlier keys',
  olderKeysOf_one: '{{count}} key',
  olderKeysOf_other: '{{count}} keys',
  stateLabel: 'Status',
  state: { ALL: 'All', current: 'In use', replacing: 'Re-encrypting', incomplete: 'Partly re-encrypted' },
  counting: 'Counting the data',
  progress: '{{done}} of {{total}} items',
  progressOf: 'Re-encryption of {{name}}',
  unreadable_one:
    '{{count}} file could not be opened. The earlier key is kept, so it can be opened once the file is restored from a backup.',
  unreadable_other:
    '{{count}} files could not be opened. The earlier key is kept, so they can be opened once restored from a backup.',
  startedBy: 'Started by {{name}}',
  byOperator: 'Started by the operator',
  replace: 'Replace key',
  replaceTitle: 'Replace the key of {{name}}',
  replaceBody:
    'The new key takes over within 15 seconds. Stored data and files are then re-encrypted with it while work continues. Earlier keys are kept to open what was encrypted through the API. This cannot be undone.',
  replaced: 'Key replaced; stored data is being re-encrypted',
  installation: {
    title: 'Keys of the installation',
    lead: 'Shared by all organisations on this installation. Its operator replaces them by command: see Replacing keys in the self-hosting guide.',
    leadOwn: 'Shared by everything in this installation, which is your organisation’s alone.',
    replaceSigning: 'Replace the signing key',
    replaceSigningTitle: 'Replace the signing key',
    replaceSigningBody:
      'Receipts, manifests and exports are signed with a new key from now on. The public half of the earlier key stays published, so what it signed can still be verified. Systems that keep the published keys on file need the new one too.',
    signingReplaced: 'Signing key replaced',
    masterHow:
      'The operator replaces the master key: set MASTER_KEY_NEXT on every node (where the key is a file, the command makes the next one), then run npm run admin -- replace-master-key.',
    noNext: 'No next master key is set on the node that answered.',
    everyNext_one: 'The running node has the next master key {{id}}.',
    everyNext_other: 'All {{count}} running nodes have the next master key {{id}}.',
    someNext: 'These running nodes do not have the next master key {{id}} yet: {{names}}',
    kindLabel: 'Key',
    master: 'Master key',
    signing: 'Signing key',
    noSigning:
      'There is no signing key yet. It is created with the first consent receipt, withdrawal or scheduled export.',
    id: 'ID',
    state: 'Status',
    inUse: 'In use',
    retired: 'Replaced on {{date}}',
    verifies: 'Stopped signing on {{date}}; what it signed can still be verified',
    since: 'Signing since {{date}}',
    source: {
      environment: 'from the server’s environment',
      file: 'from a file in the data folder',
      vault: 'from the server’s environment, wrapped by Vault',
      kms: 'from the server’s environment, wrapped by AWS KMS',
    },
  },
  algorithm: {
    title: 'Algorithms',
    useLabel: 'Protects',
    nameLabel: 'Algorithm and standard',
    keyLabel: 'Key',
    use: {
      columns: 'Personal data in the database',
      files: 'Attachments and stored documents',
      apiValues: 'Values encrypted through the API',
      apiFiles: 'Files encrypted through the API',
      lookups: 'Search for encrypted values',
      workspaceKeys: 'Keys of workspaces',
      installation: 'Emails waiting to be sent, server passwords and signing keys',
      derived: 'Keys derived for each purpose',
      receipts: 'Signatures on receipts and exports',
      webhooks: 'Signatures of webhooks',
      passwords: 'User passwords',
      tokens: 'API keys, sessions and links',
    },
    key: {
      master: 'Master key',
      workspace: 'Key of the workspace',
      signing: 'Signing key',
      webhook: 'Secret of the webhook',
      none: 'No key',
    },
  },
} satisfies Shape<typeof th>;

export default encryptionKey;
