import type { Shape } from '../shape.ts';
import type th from '../th/apiKey.ts';

/** API keys of the workspace */
const apiKey = {
  title: 'Integrations',
  lead: 'API keys let other systems call this workspace without anyone’s password.',
  search: 'Search by key name',
  add: 'Create API key',
  emptyTitle: 'No API keys yet',
  emptyBody: 'Create a key when another system needs to read from or send to this workspace.',
  documents: 'API reference',
  name: 'Key name',
  nameHelp: 'Name the system that will use the key; the activity log shows this name.',
  scopes: 'Scopes',
  scopesHelp:
    'Choose only what that system needs. A key can never do more than its creator, or the role of its service account.',
  scopesCount_one: '{{count}} scope',
  scopesCount_other: '{{count}} scopes',
  scopeOf: {
    dashboard: {
      read: 'Read and export the dashboards and overview cards',
    },
    ropa: {
      pick: 'Look up names of applications and purposes',
      read: 'Read records of processing activities',
      write: 'Create, edit and delete records of processing activities',
      publish: 'Publish purposes',
      settings: 'Change how records are reviewed',
      export: 'Export records of processing activities',
    },
    inventory: {
      read: 'Read the data inventory',
      export: 'Export the data inventory',
    },
    piiCategory: {
      read: 'Read personal data categories',
      write: 'Create, edit and deactivate personal data categories',
    },
    consent: {
      read: 'Read consent forms',
      write: 'Create and edit consent forms, and import consents',
      publish:
        'Publish, deactivate and reactivate consent forms, and create links by which data subjects change their consents',
      dashboard: 'Read consent figures',
      history: 'Read each person’s consents, and issue receipts',
      export: 'Export consents',
    },
    requestForm: {
      read: 'Read request forms, data subject rights and authorised agents',
      write: 'Create, edit, delete and publish request forms, and change data subject rights and authorised agents',
    },
    request: {
      read: 'Read requests of data subjects',
      write: 'Correct requests and submit answers for approval',
      manage:
        'Delete requests, set fees and view identity documents; with request.write also confirm identity, assign, approve the answer, send back to assignee, send a question, close without action, extend the time and reopen',
      dashboard: 'Read figures on requests',
      export: 'Export requests',
    },
    incident: {
      report: 'Report incidents and edit the reports',
      read: 'Read incidents',
      verify: 'Accept, reject, assign, set the risk level of, send back, close and reopen incidents',
      respond: 'Record response actions to incidents and submit them for DPO review',
      notify: 'Send, record and read notifications of incidents',
      dashboard: 'Read the incident dashboard',
      clocks: 'Read the deadlines of incidents',
      export: 'Export incidents',
    },
    dpia: {
      dashboard: 'Read the risk dashboard',
      read: 'Read DPIAs and their settings',
      write: 'Create, edit, delete and publish DPIAs',
      decide: 'Decide whether an application needs a DPIA',
      export: 'Export DPIAs and treatment plans',
    },
    dpiaSettings: {
      write: 'Change the settings of DPIAs',
    },
    treatmentPlan: {
      read: 'Read treatment plans',
      write: 'Start treatment plans, record their actions and submit them for approval',
      manage:
        'With treatmentPlan.write: approve treatment plans, accept the risk that remains, and send back, reject and reopen plans',
    },
    privacyNotice: {
      read: 'Read and export privacy notices',
      write: 'Create, edit, delete, publish and withdraw privacy notices',
    },
    approval: {
      read: 'Read the default approvers',
      write: 'Create, edit and cancel approval requests',
      act: 'Read approval requests',
      settings: 'Change the approval settings',
    },
    encryption: {
      use: 'Encrypt and decrypt data and files',
    },
    dataSharing: {
      read: 'Read data sharing and the data-flow diagram',
      write: 'Edit the adequacy of countries and the arrangement of the diagram',
    },
  },
  actsFor: 'Acts for',
  actsForHelp:
    'A key of a service account keeps working when its creator leaves. A key of your own stops working once you no longer have the permission.',
  yourself: 'Yourself',
  lifetime: 'Lifetime',
  lifetimeOf: { '30': '30 days', '90': '90 days', '365': '1 year', never: 'Does not expire' },
  addresses: 'Allowed IP addresses',
  addressesHelp: 'One per line, such as 203.0.113.7 or 203.0.113.0/24. Leave empty to allow any address.',
  stateLabel: 'Status',
  state: { ALL: 'All', active: 'Active', paused: 'Paused', expired: 'Expired', revoked: 'Revoked' },
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
  revoke: 'Revoke',
  revokeTitle: 'Revoke key {{name}}',
  revokeBody: 'Systems that use this key can no longer call the API, and a revoked key cannot be restored.',
  revokedDone: 'Key revoked',
  issuedTitle: 'Key of {{name}}',
  issuedBody: 'Copy it to a safe place now. Only its hash is stored, so the key is displayed only once.',
  key: 'API key',
  tryOut: 'Example call',
  tryOutBody: 'Put the key into the variable POKPONG_KEY and run this command, which the scopes of the key allow.',
  refusal: {
    address: 'This API key may not be used from this IP address. Have an Admin create a key that allows it.',
    ended:
      'The API key is wrong, expired or revoked, or the member or service account that it acts for is not active. Have an Admin check it or create a new one.',
    expired: 'This key has expired. Create a new one.',
    network: 'Enter an IP address or a network such as 203.0.113.0/24.',
    notFound: 'This API key is not in the workspace. Reload the page.',
    ofAnother:
      'This key acts for its creator, so only they can rotate it. Revoke it and have them create a new one, or create a key for a service account.',
    revoked: 'This key has been revoked. Create a new one.',
    scope: 'Some scopes go beyond your role or that of the service account. Choose again.',
    tooMany: 'A workspace has at most {{most}} keys. Revoke an unused one first.',
  },
} satisfies Shape<typeof th>;

export default apiKey;
