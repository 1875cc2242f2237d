import type th from '../th/review.ts';
import type { Shape } from '../shape.ts';

export default {
  processCodeHelp: 'Your own code of this activity, if it has one. No two are alike. Example: HR-001',
  reviewOnHelp: 'Those responsible and the DPO are reminded before this day and when it has passed',
  due: 'Review by {{day}}',
  notPlanned: 'No review planned',
  last: 'Last reviewed {{time}} by {{name}}',
  never: 'Never reviewed yet',
  finish: 'Reviewed',
  finishTitle: 'Record the review',
  finishLead:
    'Your name and this moment are kept in the history. What is published does not change: if something is not as it is really done, correct the record first.',
  nextOn: 'Next review',
  nextOnHelp: 'Leave it empty if no other review is needed',
  finished: 'Review recorded.',
  settings: {
    title: 'Review of the record of processing',
    lead: 'For every record that has a review date. Reminders come in the bell and by e-mail, and once more when it is overdue.',
    months: 'Months between reviews',
    monthsHelp: 'The next date is proposed by this',
    monthsUnit: 'months',
    monthsValue: '{{number}} months',
    alertDays: 'When to remind',
    onTheDay: 'On the day',
    daysBefore: '{{number}} days before',
    oneDayBefore: '1 day before',
    noAlerts: 'Only when overdue',
    saved: 'Settings saved.',
    open: 'Reminder settings',
  },
} satisfies Shape<typeof th>;
