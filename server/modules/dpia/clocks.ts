import type { ClockKinds } from '../../platform/clock/clockKind.ts';
import { reviewAlarm as alarm } from './reviewAlarm.ts';
import { REVIEW } from './reviewClock.ts';

export const clocks = { [REVIEW]: { alarm, flag: 'dpiaEnabled' } } satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    dpia: keyof typeof clocks;
  }
}
