import type { Clock } from '../clock.ts';
import { BANGKOK_OFFSET } from '../bangkok.ts';
import { dayNumber } from '../dayCount.ts';
import { DAY, SECOND } from '../duration.ts';

// The clock of a right (PDPA section 30 paragraph 4, and the workspace's own days for the rights without a number in
// the act). A period in days does not count its first day and ends with its last one; the day is Bangkok's.

/** The last second of the Bangkok day that is `days` after the day of `start`; milliseconds since 1970. */
export const lastSecondAfter = (start: number, days: number): number =>
  (dayNumber(start) + days + 1) * DAY - BANGKOK_OFFSET - SECOND;

/** A due moment `days` later: it always ends a day. */
export const movedBy = (dueAt: number, days: number): number => dueAt + days * DAY;

/** Both dates of a right: the workspace's own, null until it begins, and the one counted from receipt. */
interface RightClocks {
  readonly clock: Clock | null;
  readonly legalClock: Clock;
}

const runs = ({ stoppedAt, endedAt }: Clock): boolean => stoppedAt === null && endedAt === null;

/** Whether either date of a right has passed without an answer. */
export const isRightOverdue = ({ clock, legalClock }: RightClocks, now: number): boolean =>
  [clock, legalClock].some((one) => one !== null && runs(one) && Date.parse(one.dueAt) < now);

/**
 * The date by which somebody has to act first, of either kind; without one that runs, the earliest of the workspace's
 * own. `byReceipt`: it counts from receipt, and ours is later, paused or not there yet.
 */
export function mostUrgent(rights: readonly RightClocks[]): { clock: Clock; byReceipt: boolean } | undefined {
  const all = rights.flatMap(({ clock, legalClock }) => [
    ...(clock ? [{ clock, byReceipt: false }] : []),
    { clock: legalClock, byReceipt: true },
  ]);
  const running = all.filter(({ clock }) => runs(clock));
  const own = rights.map(({ clock, legalClock }) => ({ clock: clock ?? legalClock, byReceipt: clock === null }));
  return (running.length > 0 ? running : own)
    .toSorted((one, other) => Date.parse(one.clock.dueAt) - Date.parse(other.clock.dueAt))
    .at(0);
}

/** From when the days of a right count. */
export const CLOCK_STARTS = ['verification', 'receipt'] as const;
