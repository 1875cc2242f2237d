import type { Shape } from '../shape.ts';
import type consentAdminTh from '../th/consentAdmin.ts';

export default {
  title: 'Admin Console',
  tooDeep: 'That page lies too deep within one day. Narrow by date, workspace or form first.',
  lead: 'What spans all workspaces where you are an Admin',
  figure: { workspaces: 'Workspaces', consents: 'Consent forms', submissions: 'Answers' },
  card: {
    consents: {
      title: 'Consent over all workspaces',
      body: 'The consent forms and the answers of data subjects in every workspace, to filter and leaf through on one page',
    },
    schedules: {
      title: 'Export schedules',
      body: 'Exports the consent history at set times. It belongs to the next release; the page tells what it will do.',
    },
    mails: {
      title: 'Mails kept by the system',
      body: 'Read the mails that could not go out because no mail server is set up',
    },
    workspaces: { title: 'Workspaces', body: 'Add and change workspaces, and switch their modules on and off' },
  },
  workspacesTitle: 'Each workspace',
  workspacesLead: 'Workspaces where you are an Admin and the console is on',
  workspaceNumbers: 'Consent forms {{consents}} · Answers {{submissions}}',
  dashboard: {
    title: 'Consent over all workspaces',
    lead: 'Only workspaces where you are an Admin. Looking for one data subject is kept in the activity log of the workspace.',
    forms: 'Consent forms',
    answers: 'Answers',
    search: 'Search by name of the form',
    workspace: 'Workspace',
    form: 'Consent form',
    application: 'Application',
    status: 'State',
    published: 'Version {{number}}',
    draft: 'Not published yet',
    active: 'Takes answers',
    inactive: 'Deactivated',
    subjects: 'Data subjects',
    submissions: 'Answers',
    version: 'Version',
    answersOf: 'See its answers',
    dashboardOf: 'Dashboard of this form',
    openForm: 'Open this form',
    proof: 'Proof',
    noForms: 'No consent forms yet',
    noFormsBody: 'As soon as a workspace has a consent form, it stands here.',
    noAnswers: 'No answers yet',
    noAnswersBody: 'As soon as data subjects answer a consent form of any workspace, their answers stand here.',
  },
} satisfies Shape<typeof consentAdminTh>;
