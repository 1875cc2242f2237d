import type { Shape } from '../shape.ts';
import type th from '../th/coming.ts';

export default {
  badge: 'In a later release',
  will: 'What this part will do',
  today: 'Available today',
  openToday: 'Go to {{name}}',
  reference: 'Record named in the link',
  now: {
    purposes:
      'Purposes with lawful basis, personal data categories, recipients and retention can be recorded today; this part will use them, with nothing to re-enter.',
    applications:
      'Applications and processing activities can be recorded today; this part will use them, with nothing to re-enter.',
    dataControllers: 'Data controllers, their contacts and privacy notices can be recorded today.',
    activityLogs: 'See today who changed what and when in this workspace.',
    personnel: 'Personnel can be invited and given roles today.',
    workspaces: 'Workspaces, plans and modules can be managed today.',
    policy: 'Read the privacy policy of this product.',
  },
  topic: {
    schedules: {
      lead: 'Consent exported on schedule.',
      lines:
        'Choose the workspaces and consent forms to export\nDaily, weekly or monthly\nAn SFTP destination, with the connection tested before saving\nThe result of each run, and a notification when one fails',
    },
    dpia: {
      lead: 'Assess the impact on data protection before high-risk processing starts.',
      lines:
        'Criteria on the nature of processing state whether one is required, and why\nLikelihood and impact before and after measures\nA high residual risk always needs a treatment plan\nA report in Thai, ready for management',
    },
    dpiaSettings: {
      lead: 'Set the criteria of assessments to fit the organisation.',
      lines:
        'Levels of data risk\nThe worst cases to assess\nThe meaning of each level of likelihood and impact\nThe score bands of low, medium, high and extreme',
    },
    dpiaVersion1: {
      lead: 'The older DPIA, for organisations that still use the scale of four.',
      lines:
        'Likelihood and impact from 1 to 4\nSeparate settings\nFull access to older assessments\nStart a new assessment from an older one',
    },
    treatmentPlan: {
      lead: 'Follow risk-reducing measures to completion.',
      lines:
        'Responsible person, method and expected date\nActions taken, with date and time\nThe DPO approves, sends back or requests changes, with a reason\nReminders before and after the due date',
    },
    dsrmDashboard: {
      lead: 'All data subject requests and the days left to respond.',
      lines:
        'Open requests by days left\nNumbers by right, channel and assignee\nMean time to completion\nOverdue requests and reasons',
    },
    request: {
      lead: 'Receive and respond to data subject requests in time.',
      lines:
        'Identity is verified first; then the 30 days start\nAssignment and tracking of every stage\nOne extension, with a reason given to the data subject\nApproval, or refusal on a legal ground\nThe data subject can follow the status',
    },
    requestForm: {
      lead: 'Request forms for a website or through the API.',
      lines:
        'Rights offered, and the options within each\nTexts in both languages, colours, font and logo of the organisation\nParent or guardian steps for minors\nEvery published version is kept',
    },
    privacyNotice: {
      lead: 'Privacy notices created from the RoPA.',
      lines:
        'Six steps, from organisation details to preview\nApplications and lawful bases selected from the RoPA\nPublished as a link, PDF and HTML in both languages\nEvery version kept, with approver and effective date',
    },
  },
} satisfies Shape<typeof th>;
