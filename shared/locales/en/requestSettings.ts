import type th from '../th/requestSettings.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'Request settings',
  lead: 'These are your organisation’s practice, as your lawyer reads the act. The date counted from receipt always stands beside ours, and nothing on this page changes it.',
  clock: 'Due dates',
  clockStart: 'When does our time start?',
  clockStartHelp: 'Section 30 counts 30 days from receipt. That date is always shown, and has alerts of its own.',
  start: { verification: 'When identity is confirmed', receipt: 'On receipt' },
  startMeans: {
    verification:
      'Until identity is confirmed, requests say that our time has not started. Our date may be later than the one counted from receipt.',
    receipt: 'Our time starts immediately, even before identity is confirmed.',
  },
  alertHours: 'Notify with this much left',
  alertHoursHelp:
    'Admins, the DPO and the assignee are notified once at each, and again when it is overdue. At most 6.',
  tooManyAlerts: 'Choose at most 6.',
  alertDays_one: '{{number}} day',
  alertDays_other: '{{number}} days',
  alertHoursLeft_one: '{{number}} hour',
  alertHoursLeft_other: '{{number}} hours',
  waitingDays: 'How long to wait for an answer of the data subject',
  waitingDaysHelp: 'After that the work goes back to the assignee, and our time runs on.',
  days: 'days',
  years: 'years',
  onwards: 'Holds for due dates that start from now on. Those already running keep what they started with.',
  approval: 'Approval',
  approveOwn: 'The person who submitted an answer may approve it',
  approveOwnHelp: 'Off: a second person always reviews it. Turn it on where there is only one Admin or DPO.',
  keeping: 'Retention',
  identityDays: 'Delete identity documents after closing',
  identityDaysHelp: '0 deletes them on closing. Deleted documents cannot be restored.',
  retentionYears: 'Keep closed requests',
  retentionYearsHelp: 'After that, what identifies the data subject is deleted; only figures stay.',
  endingSoon_one: '{{number}} request will be anonymised within the next 30 days, by the saved setting.',
  endingSoon_other: '{{number}} requests will be anonymised within the next 30 days, by the saved setting.',
  endingNone: 'No request will be anonymised within the next 30 days, by the saved setting.',
  yes: 'Yes',
  no: 'No',
  saved: 'Settings saved',
} satisfies Shape<typeof th>;
