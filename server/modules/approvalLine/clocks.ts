import type { ClockKinds } from '../../platform/clock/clockKind.ts';
import { absenceTurns, alarm } from './alarm.ts';
import { lock } from './queries.ts';
import { lockAbsence } from './settingsQueries.ts';

export const clocks = {
  // No flag silences it: the handler restarts the wait, since nobody was reminded while the module was off.
  'approval.step': { alarm, lock },
  'approval.absence': { alarm: absenceTurns, lock: lockAbsence, flag: 'approvalLineEnable' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    approvalLine: keyof typeof clocks;
  }
}
