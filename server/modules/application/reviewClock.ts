import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ReviewSettings } from '../../../shared/application/review.ts';
import { forgetDeadline, moveDeadlines, openDeadline } from '../../platform/clock/deadlines.ts';
import { endOf } from '../../platform/database/bangkokDays.ts';

/** The clock of a record's review: it is due when the day of the review is over. */
export const REVIEW = 'application.review' as const;

/** What a workspace without a row of its own goes by. */
const DEFAULTS: ReviewSettings = { months: 12, alertDays: [30, 7, 0], rowVersion: 0 };

export async function settingsOf(trx: Trx, workspaceId: string): Promise<ReviewSettings> {
  const row = await trx
    .selectFrom('reviewSettings')
    .select(['months', 'alertDays', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ? { ...row, alertDays: row.alertDays as ReviewSettings['alertDays'] } : DEFAULTS;
}

/** Hours before the end of the day of the review at which those days before it begin. */
const hoursOf = (alertDays: readonly number[]): number[] => alertDays.map((days) => (days + 1) * 24);

/** Starts the clock for a day, anew where there was one; null: takes it away. */
export async function planReview(
  trx: Trx,
  { workspaceId, id, reviewOn, now }: { workspaceId: string; id: string; reviewOn: string | null; now: Date },
): Promise<void> {
  const key = { workspaceId, kind: REVIEW, subjectId: id };
  if (reviewOn === null) return forgetDeadline(trx, key);
  const { alertDays } = await settingsOf(trx, workspaceId);
  const dueAt = new Date(endOf(reviewOn));
  await openDeadline(trx, { ...key, startedAt: now, dueAt, alertHours: hoursOf(alertDays), now });
}

/** Gives all clocks of the workspace other moments of reminding. */
export async function remindAt(
  trx: Trx,
  { workspaceId, alertDays, now }: { workspaceId: string; alertDays: readonly number[]; now: Date },
): Promise<void> {
  const times = sql`select d.subject_id, d.started_at, d.due_at from deadlines as d where d.workspace_id = ${workspaceId} and d.kind = ${REVIEW}`;
  await moveDeadlines(trx, { workspaceId, kind: REVIEW, alertHours: hoursOf(alertDays), open: true, now }, times);
}
