import type th from '../th/clock.ts';
import type { Shape } from '../shape.ts';

const clock = {
  word: {
    running: 'Left',
    overdue: 'Overdue',
    stopped: 'Paused with',
    met: 'Notified on time',
    late: 'Notified late by',
    notNeeded: 'Notification not required',
  },
  spoken: {
    running: '{{span}} left',
    overdue: 'Overdue by {{span}}',
    stopped: 'Paused with {{span}} left',
    met: 'Notified on time with {{span}} left',
    late: 'Notified late by {{span}}',
    notNeeded: 'Notification not required',
  },
  span: '{{hours}} h {{minutes}} min',
  days: {
    today: 'Due today',
    running_one: '{{number}} day left',
    running_other: '{{number}} days left',
    overdue_one: '{{number}} day overdue',
    overdue_other: '{{number}} days overdue',
    stopped_one: 'Paused with {{number}} day left',
    stopped_other: 'Paused with {{number}} days left',
    met_one: 'Answered on time',
    met_other: 'Answered on time',
    afterDue_one: 'Answered {{number}} day late',
    afterDue_other: 'Answered {{number}} days late',
    notNeeded_one: 'No longer counted',
    notNeeded_other: 'No longer counted',
  },
  hoursUnit: 'h',
  moment: '{{date}} {{time}}',
  due: 'Due {{moment}}',
  endedAt: 'ended {{moment}}',
  stoppedAt: 'paused {{moment}}',
  nowOverdue: 'The deadline has passed',
  tab: { running: '{{time}}', overdue: 'Overdue {{time}}' },
  both: {
    title: 'Two ways to count the deadline',
    why: 'Awareness and recording of the incident differ, so there are two ways to count.',
    advice: 'Notify by the earlier one.',
    creation: 'From recording the incident',
    awareness: 'From awareness',
    earlier: 'Due first',
    starts: 'Starts',
    due: 'Due',
  },
  editing: {
    one: '{{name}} is editing this',
    other: '{{names}} are editing this',
  },
  bell: {
    title: 'Open deadlines',
    more: '{{count}} more',
    moreOf: '{{count}} more · {{list}}',
    failed: 'Deadlines could not be loaded. Try again.',
  },
} satisfies Shape<typeof th>;

export default clock;
