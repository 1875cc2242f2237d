import type { ClockKinds } from '../../../platform/clock/clockKind.ts';
import { effectiveAlarm, reviewAlarm } from './alarms.ts';
import { EFFECTIVE, REVIEW } from './days.ts';

export const clocks = {
  [REVIEW]: { alarm: reviewAlarm, flag: 'privacyEnabled' },
  [EFFECTIVE]: { alarm: effectiveAlarm, flag: 'privacyEnabled' },
} satisfies ClockKinds;

declare module '../../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    privacyNotice: keyof typeof clocks;
  }
}
