import type { ClockKinds } from '../../platform/clock/clockKind.ts';
import { alarm } from './alarm.ts';

export const clocks = {
  'request.right': { alarm: alarm(false), flag: 'dsrmEnabled' },
  'request.act': { alarm: alarm(true), flag: 'dsrmEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    request: keyof typeof clocks;
  }
}
