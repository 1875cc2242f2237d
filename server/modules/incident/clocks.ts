import type { ClockKinds } from '../../platform/clock/clockKind.ts';
import { alarm } from './alarm.ts';

export const clocks = {
  'incident.authority': { alarm, flag: 'dataBreachEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    incident: keyof typeof clocks;
  }
}
