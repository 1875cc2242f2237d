import type th from '../th/requestSettings.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Request settings',
  lead: 'These are your organisation’s practices, as your lawyer interprets the act. The date counted from receipt is always displayed beside ours, and nothing on this page changes it.',
  clock: 'Due dates',
  clockStart: 'When does our time start?',
  clockStartHelp: 'Section 30 counts 30 days from receipt. That date is always displayed, with alerts of its own.',
  start: { verification: 'When identity is confirmed', receipt: 'On receipt' },
  startMeans: {
    verification:
      'Until the identity is confirmed, requests show that our time has not started. Our date may be later than the one counted from receipt.',
    receipt: 'Our time starts immediately, even before the identity is confirmed.',
  },
  alertHours: 'Alert when this much time is left',
  alertHoursHelp:
    'Admins, the DPO and the assignee are notified once at each level, and again when it is overdue. At most 6 levels.',
  tooManyAlerts: 'Choose at most 6 levels. Remove some.',
  alertDays_one: '{{number}} day',
  alertDays_other: '{{number}} days',
  alertHoursLeft_one: '{{number}} hour',
  alertHoursLeft_other: '{{number}} hours',
  waitingDays: 'How long to wait for the data subject’s reply',
  waitingDaysHelp: 'After that, the work goes back to the assignee and our time continues.',
  days: 'days',
  years: 'years',
  onwards: 'Applies to due dates that start from now on. Those already running keep their settings.',
  approval: 'Approval',
  approveOwn: 'The member who submitted an answer may approve it',
  approveOwnHelp:
    'When off, a second person always reviews the answer. Turn it on only if you have a single Admin or DPO.',
  keeping: 'Retention',
  identityDays: 'Delete identity documents after closing',
  identityDaysHelp: '0 deletes them on closing. Deleted documents cannot be restored.',
  retentionYears: 'Keep closed requests',
  retentionYearsHelp: 'After that, what identifies the data subject is deleted; only figures are kept.',
  shortenTitle: 'Shorten the retention?',
  shortenBody_one:
    'Requests closed more than {{years}} year ago will be permanently anonymised. This cannot be undone.',
  shortenBody_other:
    'Requests closed more than {{years}} years ago will be permanently anonymised. This cannot be undone.',
  shorten: 'Shorten the retention',
  endingSoon_one: 'With the saved setting, {{number}} request will be anonymised within the next 30 days.',
  endingSoon_other: 'With the saved setting, {{number}} requests will be anonymised within the next 30 days.',
  endingNone: 'With the saved setting, no requests will be anonymised within the next 30 days.',
  yes: 'Yes',
  no: 'No',
  saved: 'Settings saved',
} satisfies Shape<typeof th>;
