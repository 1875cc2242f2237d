import type th from '../th/review.ts';
import type { Shape } from '../shape.ts';

export default {
  processCodeHelp: 'Your own code for this activity, if any. Must be unique. Example: HR-001',
  reviewOnHelp: 'The responsible person and the DPO are reminded before this day and when it is overdue',
  due: 'Review by {{day}}',
  notPlanned: 'No review planned',
  last: 'Last reviewed {{time}} by {{name}}',
  never: 'Never reviewed',
  finish: 'Record the review',
  finishTitle: 'Record the review',
  finishLead:
    'Your name and the time are kept in the history. Published content does not change: if anything differs from actual practice, correct the record first.',
  nextOn: 'Next review',
  nextOnHelp: 'Leave empty if no further review is needed',
  finished: 'Review recorded',
  settings: {
    title: 'RoPA review',
    lead: 'For every RoPA with a review date. Reminders by bell and email, and again when overdue.',
    months: 'Months between reviews',
    monthsHelp: 'Used to propose the next review date',
    monthsUnit: 'months',
    monthsValue_one: '{{number}} month',
    monthsValue_other: '{{number}} months',
    alertDays: 'When to remind',
    onTheDay: 'On the day',
    daysBefore_one: '{{number}} day before',
    daysBefore_other: '{{number}} days before',
    noAlerts: 'Only when overdue',
    saved: 'Settings saved',
    open: 'Reminder settings',
  },
} satisfies Shape<typeof th>;
