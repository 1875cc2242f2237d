import type { Shape } from '../shape.ts';
import type consentAdminTh from '../th/consentAdmin.ts';

export default {
  title: 'Admin Console',
  tooDeep: 'This page is beyond what can be listed. Filter by date, workspace or form first.',
  lead: 'Across all workspaces where you are an Admin',
  figure: { workspaces: 'Workspaces', consents: 'Consent forms', submissions: 'Responses' },
  card: {
    consents: {
      title: 'Consent history of all workspaces',
      body: 'Consent forms and data subjects’ responses in every workspace, filtered and viewed on one page',
    },
    schedules: {
      title: 'Export schedules',
      body: 'Delivers the consent history to an SFTP server on schedule.',
    },
    mailServers: {
      title: 'Mail servers',
      body: 'Servers and senders of the organisation, the workspaces that use them, test emails and failures.',
    },
    keys: {
      title: 'Encryption keys',
      body: 'Keys of the workspaces and of the installation, which can be replaced while in use, and the algorithms they are used with.',
    },
    usage: {
      title: 'Usage and limits',
      body: 'People, applications, stored files and today’s emails of each workspace, against what it may use.',
    },
    accounts: {
      title: 'Personnel and sessions',
      body: 'Who is signed in, in which workspaces; end sessions when a device is lost or an account may be misused.',
    },
    securityLogs: {
      title: 'Security log',
      body: 'Sign-ins, changes of permissions, exports and deletions across the organisation.',
    },
    pageViews: {
      title: 'Page views',
      body: 'How often each page was opened, in all workspaces or in one, by page and by day, without who opened it.',
    },
    jobs: {
      title: 'Background jobs',
      body: 'Exports, imports and other jobs of each workspace, their progress, and why a job failed',
    },
    mails: {
      title: 'Stored emails',
      body: 'Read the emails not sent because no mail server is set up',
    },
    workspaces: { title: 'Workspaces', body: 'Add and change workspaces, and turn their modules on and off' },
  },
  workspacesTitle: 'Each workspace',
  workspacesLead: 'Workspaces where you are an Admin and the console is turned on',
  workspaceNumbers: 'Consent forms {{consents}} · Responses {{submissions}}',
  workspaceWithoutConsent: 'Consent is turned off',
  dashboard: {
    title: 'Consent history of all workspaces',
    lead: 'Only workspaces where you are an Admin. Searching for a data subject is recorded in that workspace’s activity log.',
    forms: 'Consent forms',
    answers: 'Responses',
    search: 'Search form names',
    allWorkspaces: 'All workspaces',
    purpose: 'Purpose',
    allPurposes: 'All purposes',
    workspace: 'Workspace',
    form: 'Consent form',
    application: 'Application',
    status: 'Status',
    published: 'Version {{number}}',
    draft: 'Not yet published',
    publishing: 'Publication',
    isPublished: 'Published',
    isDraft: 'Draft',
    active: 'Accepts responses',
    inactive: 'Deactivated',
    subjects: 'Data subjects',
    submissions: 'Responses',
    version: 'Version',
    answersOf: 'View responses',
    dashboardOf: 'Dashboard of this form',
    openForm: 'Open this form',
    proof: 'Proof',
    noForms: 'No consent forms yet',
    noFormsBody: 'Consent forms of every workspace appear here.',
    noAnswers: 'No responses yet',
    noAnswersBody: 'Responses of data subjects in every workspace appear here.',
  },
} satisfies Shape<typeof consentAdminTh>;
