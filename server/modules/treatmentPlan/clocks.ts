import type { ClockKinds } from '../../platform/clock/clockKind.ts';
import { alarm } from './alarm.ts';
import { DUE } from './clock.ts';

export const clocks = { [DUE]: { alarm, flag: 'dpiaEnabled' } } satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    treatmentPlan: keyof typeof clocks;
  }
}
