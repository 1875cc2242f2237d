import type { Shape } from '../shape.ts';
import type th from '../th/account.ts';

/** People and their sessions, in the admin console. */
export default {
  notFound: 'This member was not found in the workspaces you administer, or has been suspended. Open the list again.',
  sessionNotFound: 'This session has ended. Open the list again.',
  title: 'Personnel and sessions',
  lead: 'Members of the workspaces you administer and their open sessions. End them when a device is lost or an account may be misused.',
  toConsole: 'Admin Console',
  caption: 'Personnel of the workspaces',
  search: 'Search by name or email',
  person: 'Member',
  workspaces: 'Workspaces',
  workspace: 'Workspace',
  more: '{{name}} and {{number}} more',
  sessions: 'Open sessions',
  lastUse: 'Last used',
  signedInLabel: 'Status',
  signedIn: { true: 'Signed in', false: 'Not signed in' },
  open: 'View sessions',
  emptyTitle: 'No members found',
  emptyBody: 'Invite members on the personnel page of a workspace.',
  dialog: {
    title: 'Sessions of {{name}}',
    lead: 'Each is a browser or a program that is signed in. Device names and IP addresses are not kept.',
    none: 'Not signed in',
    kind: { browser: 'Browser', api: 'Program (API)' },
    own: 'The one you are using',
    times: 'Signed in {{created}}, last used {{used}}',
    expires: 'Ends {{time}} unless used',
    endsAnyway: 'Ends {{time}}',
    end: 'End session',
    endAll: 'End all sessions',
  },
  endTitle: 'Sign {{name}} out?',
  endOne:
    'This session ends now. The member is notified and must sign in again to continue. The activity log records it.',
  endAll:
    'All sessions of this member end now, including in other organisations that use the same account, except the one you are using. API keys that they created keep working until someone revokes them on the Integrations page of each workspace. If someone else may know the password, have it changed as well.',
  ended_one: '{{number}} session ended',
  ended_other: '{{number}} sessions ended',
} satisfies Shape<typeof th>;
