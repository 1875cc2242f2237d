import type { Shape } from '../shape.ts';
import type th from '../th/coming.ts';

export default {
  badge: 'In a later release',
  will: 'What this part will do',
  today: 'What works today',
  openToday: 'Go to {{name}}',
  reference: 'The record named in the link',
  now: {
    purposes:
      'Purposes of processing with lawful basis, kinds of data, recipients and retention can be recorded today; this part will use them as they are, with nothing typed twice.',
    applications:
      'Applications and processing activities can be recorded today; this part will use them as they are, with nothing typed twice.',
    dataControllers: 'Data controllers, their contacts and privacy policies can be recorded today.',
    activityLogs: 'Who changed what and when in this workspace can be seen today.',
    personnel: 'Personnel can be invited and given roles today.',
    workspaces: 'Workspaces, packages and the parts turned on can be managed today.',
    policy: 'The privacy policy of this product can be read.',
  },
  topic: {
    schedules: {
      lead: 'Consents exported on time without anybody pressing a button.',
      lines:
        'Choose the workspaces and consent forms to export\nDaily, weekly or monthly\nAn SFTP destination, with the connection tried before saving\nThe outcome of each run, and a notice when one fails',
    },
    dpia: {
      lead: 'Assess the impact on data protection before high-risk processing begins.',
      lines:
        'Criteria on the nature of processing say whether one is required, and why\nLikelihood and impact before and after measures\nA high residual risk always needs a treatment plan\nA report in Thai, ready for management',
    },
    dpiaSettings: {
      lead: 'Set the criteria of assessments to fit the organisation.',
      lines:
        'Levels of data risk\nThe worst cases to assess\nThe meaning of each level of likelihood and impact\nThe score bands of low, medium, high and extreme',
    },
    dpiaVersion1: {
      lead: 'The older DPIA, for organisations that still use the scale of four.',
      lines:
        'Likelihood and impact from 1 to 4\nSettings of its own\nOlder assessments can be read in full\nA new assessment can be begun from an older one',
    },
    treatmentPlan: {
      lead: 'Follow risk-reducing measures until they are done.',
      lines:
        'Who is responsible, by which method, expected when\nWhat has been done, with date and time\nThe DPO approves, sends back or asks for changes, with a reason\nReminders before and after the due date',
    },
    dsrmDashboard: {
      lead: 'All data-subject requests and the days left to answer.',
      lines:
        'Open requests by days left\nNumbers by right, channel and assignee\nMean time to completion\nOverdue requests and why',
    },
    request: {
      lead: 'Receive and answer data-subject requests in time.',
      lines:
        'Identity is verified first; then the 30 days begin\nAssignment and every stage followed\nOne extension, with a reason that the subject is told\nApproval, or refusal on a legal ground\nThe subject can follow the state',
    },
    requestForm: {
      lead: 'Request forms for a website or through the API.',
      lines:
        'The rights offered, and the options within each\nTexts in both languages, colours, font and logo of the organisation\nGuardian steps for minors\nEvery published version is kept',
    },
    privacyNotice: {
      lead: 'Privacy notices made from the record of processing that is already there.',
      lines:
        "Six steps, from the organisation's details to a preview\nApplications and lawful bases chosen from the record\nPublished as a link, PDF and HTML in both languages\nEvery version kept, with approver and effective date",
    },
  },
} satisfies Shape<typeof th>;
