import type { Trx } from '../../../db/client.ts';
import { legalDaysOf, type RightCode } from '../../../shared/dataRight/schema.ts';
import type { Clock } from '../../../shared/clock.ts';
import { datesBetween } from '../../../shared/dayCount.ts';
import { lastSecondAfter, movedBy } from '../../../shared/request/clock.ts';
import type { RequestSettings } from '../../../shared/request/settings.ts';
import {
  deadlinesOf,
  type DeadlineOutcome,
  endDeadline,
  moveDeadline,
  type NewDeadline,
  openAll,
  openDeadline,
  reopenDeadline,
  resumeDeadline,
  stopDeadline,
} from '../../platform/clock/deadlines.ts';

// Each right has two deadlines: by the workspace's settings (start, pauses, one extension), and by the act (its days
// from receipt where it names them, else the workspace's, never moved). Both notify; the second is displayed beside the
// first.

export const RIGHT = 'request.right' as const;
export const ACT = 'request.act' as const;

interface Where {
  readonly workspaceId: string;
  readonly at: Date;
}
interface Clocked {
  readonly id: string;
  readonly code: RightCode | null;
  readonly days: number;
}
const keyOf = ({ workspaceId }: Pick<Where, 'workspaceId'>, kind: typeof RIGHT | typeof ACT, subjectId: string) => ({
  workspaceId,
  kind,
  subjectId,
});

/**
 * Starts the deadlines of the act when a request is received, and the others where the workspace counts from receipt.
 */
export function openClocks(
  trx: Trx,
  { workspaceId, at }: Where,
  rights: readonly Clocked[],
  { receivedAt, settings }: { receivedAt: Date; settings: RequestSettings },
): Promise<void> {
  const kinds = settings.clockStart === 'receipt' ? ([ACT, RIGHT] as const) : ([ACT] as const);
  const clocks = rights.flatMap((right) =>
    kinds.map((kind) => newClock(workspaceId, kind, right, receivedAt, settings)),
  );
  return openAll(trx, clocks, at);
}

/** Starts the deadline of a right once the data subject is verified, unless it counts from receipt. */
export async function startVerified(
  trx: Trx,
  where: Where,
  right: Clocked,
  { verifiedAt, settings }: { verifiedAt: Date; settings: RequestSettings },
): Promise<void> {
  const known = await deadlinesOf(trx, where.workspaceId, RIGHT, [right.id]);
  if (known.has(right.id)) return;
  await openDeadline(trx, { ...newClock(where.workspaceId, RIGHT, right, verifiedAt, settings), now: where.at });
}

/** The due moment of a deadline that starts at a moment. */
export const dueAfter = (startedAt: Date, days: number): Date => new Date(lastSecondAfter(startedAt.getTime(), days));

const newClock = (
  workspaceId: string,
  kind: typeof RIGHT | typeof ACT,
  right: Clocked,
  startedAt: Date,
  { alertHours }: RequestSettings,
): NewDeadline => ({
  ...keyOf({ workspaceId }, kind, right.id),
  startedAt,
  dueAt: dueAfter(startedAt, kind === ACT ? legalDaysOf(right) : right.days),
  alertHours,
});

/** The data subject was asked a question: pauses the deadline. */
export const pauseClock = (trx: Trx, where: Where, rightId: string): Promise<void> =>
  stopDeadline(trx, { ...keyOf(where, RIGHT, rightId), at: where.at });

/** They answered: resumes the deadline, later by the days of the pause. */
export async function resumeClock(trx: Trx, where: Where, rightId: string, waitingSince: Date): Promise<void> {
  await resumeDeadline(trx, { ...keyOf(where, RIGHT, rightId), at: where.at, extend: false });
  await addPause(trx, where, rightId, { from: waitingSince, to: where.at });
}

/** Extends the deadline by the days of a pause. */
async function addPause(
  trx: Trx,
  where: Where,
  rightId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const days = datesBetween(from.getTime(), to.getTime());
  if (days > 0) await extendClock(trx, where, rightId, days);
}

/** Extends the deadline by whole days. */
export async function extendClock(trx: Trx, where: Where, rightId: string, days: number): Promise<void> {
  const clock = (await deadlinesOf(trx, where.workspaceId, RIGHT, [rightId])).get(rightId);
  if (!clock) return;
  const dueAt = new Date(movedBy(Date.parse(clock.dueAt), days));
  await moveDeadline(trx, { ...keyOf(where, RIGHT, rightId), dueAt, now: where.at });
}

/** Whether a deadline had passed at a moment; while it stands, whether it had before. */
export const isOverdueAt = ({ dueAt, stoppedAt }: Pick<Clock, 'dueAt' | 'stoppedAt'>, at: Date): boolean =>
  Math.min(at.getTime(), stoppedAt === null ? Infinity : Date.parse(stoppedAt)) > Date.parse(dueAt);

/**
 * Ends both deadlines; `answered`: the right was fulfilled or refused, in time or late; otherwise an answer is no
 * longer needed.
 */
export async function endClocks(
  trx: Trx,
  where: Where,
  rightId: string,
  { answered }: { answered: boolean },
): Promise<void> {
  for (const kind of [RIGHT, ACT] as const) {
    const clock = (await deadlinesOf(trx, where.workspaceId, kind, [rightId])).get(rightId);
    if (!clock) continue;
    const outcome: DeadlineOutcome = answered ? (isOverdueAt(clock, where.at) ? 'late' : 'met') : 'notNeeded';
    await endDeadline(trx, { ...keyOf(where, kind, rightId), at: where.at, outcome });
  }
}

/**
 * Reopens both with their due moments; where a pause lasted until the end, the first is later by the days of the pause.
 */
export async function reopenClocks(trx: Trx, where: Where, rightId: string): Promise<void> {
  const ended = (await deadlinesOf(trx, where.workspaceId, RIGHT, [rightId])).get(rightId);
  for (const kind of [RIGHT, ACT] as const)
    await reopenDeadline(trx, { ...keyOf(where, kind, rightId), now: where.at });
  if (ended?.stoppedAt && ended.endedAt)
    await addPause(trx, where, rightId, { from: new Date(ended.stoppedAt), to: new Date(ended.endedAt) });
}
