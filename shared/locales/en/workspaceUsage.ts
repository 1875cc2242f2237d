import type { Shape } from '../shape.ts';
import type th from '../th/workspaceUsage.ts';

/** Usage of workspaces in the admin console */
export default {
  title: 'Usage and limits',
  lead: 'What each workspace has used of what its tier and its limits allow. Emails and invitations are those of today to people outside the workspace; counting starts again at midnight in Thailand.',
  toConsole: 'Admin Console',
  caption: 'Usage of workspaces',
  search: 'Search by workspace name',
  emptyTitle: 'No workspaces found',
  emptyBody: 'You are not an Admin of any workspace that matches.',
  workspace: 'Workspace',
  tier: 'Tier',
  tierName: { Basic: 'Basic', Standard: 'Standard', Pro: 'Pro', Unlimit: 'Unlimit' },
  stateLabel: 'Status',
  state: { ALL: 'All', free: 'Below limits', near: 'Near a limit', full: 'At a limit' },
  people: 'People',
  applications: 'Applications',
  mails: 'Emails today',
  invitations: 'Invitations today',
  storage: 'Storage',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  of: '{{used}} of {{limit}}',
  unlimited: 'unlimited',
  manage: 'Manage workspaces',
} satisfies Shape<typeof th>;
