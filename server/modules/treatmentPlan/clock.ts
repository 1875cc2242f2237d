import type { Trx } from '../../../db/client.ts';
import { deadlinesOf, endDeadline, openAll, reopenDeadline } from '../../platform/clock/deadlines.ts';
import { lastSecondOf } from '../../../shared/bangkok.ts';

export const DUE = 'treatmentPlan.due' as const;

/** Hours before the end at which people are notified: a week, three days, a day. */
const ALERT_HOURS = [168, 72, 24] as const;

interface Where {
  readonly workspaceId: string;
  readonly at: Date;
}
interface Clocked {
  readonly id: string;
  /** YYYY-MM-DD; due at the end of that day in Bangkok. */
  readonly expectedOn: string;
}

const newClock = ({ workspaceId, at }: Where, { id: subjectId, expectedOn }: Clocked) => {
  const dueAt = new Date(lastSecondOf(expectedOn));
  // A plan that is created with a past date is overdue immediately.
  return { workspaceId, kind: DUE, subjectId, startedAt: at < dueAt ? at : dueAt, dueAt, alertHours: ALERT_HOURS };
};

/** Starts the deadlines of new plans. */
export const openClocks = (trx: Trx, where: Where, plans: readonly Clocked[]): Promise<void> =>
  plans.length === 0
    ? Promise.resolve()
    : openAll(
        trx,
        plans.map((plan) => newClock(where, plan)),
        where.at,
      );

/** Ends the deadline of a submitted plan, in time or late; `needed` false: nothing is left to do. */
export async function endClock(trx: Trx, { workspaceId, at }: Where, id: string, needed: boolean): Promise<void> {
  const clock = (await deadlinesOf(trx, workspaceId, DUE, [id])).get(id);
  if (!clock) return;
  const outcome = needed ? (at.getTime() > Date.parse(clock.dueAt) ? 'late' : 'met') : 'notNeeded';
  await endDeadline(trx, { workspaceId, kind: DUE, subjectId: id, at, outcome });
}

/** Resumes it with its due moment. */
export const resumeClock = async (trx: Trx, { workspaceId, at: now }: Where, id: string): Promise<void> =>
  void (await reopenDeadline(trx, { workspaceId, kind: DUE, subjectId: id, now }));
