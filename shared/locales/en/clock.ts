import type th from '../th/clock.ts';
import type { Shape } from '../shape.ts';

const clock = {
  word: {
    running: 'Left',
    overdue: 'Overdue',
    stopped: 'Stopped with',
    met: 'Told in time',
    late: 'Told late by',
    notNeeded: 'No need to tell',
  },
  spoken: {
    running: '{{span}} left',
    overdue: 'Overdue by {{span}}',
    stopped: 'Stopped with {{span}} left',
    met: 'Told in time with {{span}} left',
    late: 'Told late by {{span}}',
    notNeeded: 'No need to tell',
  },
  span: '{{hours}} h {{minutes}} min',
  hoursUnit: 'h',
  moment: '{{date}} {{time}}',
  due: 'Due {{moment}}',
  endedAt: 'ended {{moment}}',
  stoppedAt: 'stopped {{moment}}',
  nowOverdue: 'The deadline has passed',
  tab: { running: '{{time}}', overdue: 'Overdue {{time}}' },
  both: {
    title: 'Two readings of the start',
    why: 'Awareness and creation differ, so the deadline can be counted in two ways.',
    advice: 'Where you can, tell before the earlier one.',
    creation: 'From creation of the record',
    awareness: 'From becoming aware',
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
    failed: 'The deadlines could not be loaded',
    incident: '#{{number}}',
  },
} satisfies Shape<typeof th>;

export default clock;
