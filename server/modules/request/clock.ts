import type { Trx } from '../../../db/client.ts';
import { datesBetween, lastSecondAfter, movedBy } from '../../../shared/request/clock.ts';
import type { RequestSettings } from '../../../shared/request/settings.ts';
import {
  deadlinesOf,
  type DeadlineOutcome,
  endDeadline,
  moveDeadline,
  openDeadline,
  reopenDeadline,
  resumeDeadline,
  stopDeadline,
} from '../../platform/clock/deadlines.ts';

// Two clocks a right: by the workspace's settings (start, pauses, one extension), and by the act (days from receipt,
// never moved). Both ring; the second is shown beside the first.

export const RIGHT = 'request.right' as const;
export const ACT = 'request.act' as const;

interface Where {
  readonly workspaceId: string;
  readonly at: Date;
}
interface Clocked {
  readonly id: string;
  readonly days: number;
}
const keyOf = ({ workspaceId }: Pick<Where, 'workspaceId'>, kind: typeof RIGHT | typeof ACT, subjectId: string) => ({
  workspaceId,
  kind,
  subjectId,
});

/** Starts the clock of the act when a request comes, and the other where the workspace counts from receipt. */
export async function openClocks(
  trx: Trx,
  where: Where,
  right: Clocked,
  { receivedAt, settings }: { receivedAt: Date; settings: RequestSettings },
): Promise<void> {
  await start(trx, where, ACT, right, receivedAt, settings);
  if (settings.clockStart === 'receipt') await start(trx, where, RIGHT, right, receivedAt, settings);
}

/** Starts the clock of a right once it is known who asks, unless it runs since receipt. */
export async function startVerified(trx: Trx, where: Where, right: Clocked, settings: RequestSettings): Promise<void> {
  const known = await deadlinesOf(trx, where.workspaceId, RIGHT, [right.id]);
  if (!known.has(right.id)) await start(trx, where, RIGHT, right, where.at, settings);
}

const start = (
  trx: Trx,
  where: Where,
  kind: typeof RIGHT | typeof ACT,
  { id, days }: Clocked,
  startedAt: Date,
  { alertHours }: RequestSettings,
): Promise<void> =>
  openDeadline(trx, {
    ...keyOf(where, kind, id),
    startedAt,
    dueAt: new Date(lastSecondAfter(startedAt.getTime(), days)),
    alertHours,
    now: where.at,
  });

/** The data subject is asked: the clock stands. */
export const pauseClock = (trx: Trx, where: Where, rightId: string): Promise<void> =>
  stopDeadline(trx, { ...keyOf(where, RIGHT, rightId), at: where.at });

/** They answered: it goes on, due later by the dates between. */
export async function resumeClock(trx: Trx, where: Where, rightId: string, waitingSince: Date): Promise<void> {
  await resumeDeadline(trx, { ...keyOf(where, RIGHT, rightId), at: where.at, extend: false });
  const days = datesBetween(waitingSince.getTime(), where.at.getTime());
  if (days > 0) await extendClock(trx, where, rightId, days);
}

/** Due later by whole days. */
export async function extendClock(trx: Trx, where: Where, rightId: string, days: number): Promise<void> {
  const clock = (await deadlinesOf(trx, where.workspaceId, RIGHT, [rightId])).get(rightId);
  if (!clock) return;
  const dueAt = new Date(movedBy(Date.parse(clock.dueAt), days));
  await moveDeadline(trx, { ...keyOf(where, RIGHT, rightId), dueAt, now: where.at });
}

/** Ends both clocks; `answered`: the right was carried out or refused, in time or late; else nobody waits any more. */
export async function endClocks(trx: Trx, where: Where, rightId: string, answered: boolean): Promise<void> {
  for (const kind of [RIGHT, ACT] as const) {
    const clock = (await deadlinesOf(trx, where.workspaceId, kind, [rightId])).get(rightId);
    if (!clock) continue;
    const isLate = clock.stoppedAt === null && where.at.getTime() > Date.parse(clock.dueAt);
    const outcome: DeadlineOutcome = answered ? (isLate ? 'late' : 'met') : 'notNeeded';
    await endDeadline(trx, { ...keyOf(where, kind, rightId), at: where.at, outcome });
  }
}

/** Lets both go on, due when they were. */
export async function reopenClocks(trx: Trx, where: Where, rightId: string): Promise<void> {
  for (const kind of [RIGHT, ACT] as const)
    await reopenDeadline(trx, { ...keyOf(where, kind, rightId), now: where.at });
}
