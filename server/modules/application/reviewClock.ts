import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ReviewSettings } from '../../../shared/application/review.ts';
import { forgetDeadline, moveDeadlines, openDeadline } from '../../platform/clock/deadlines.ts';
import { endOf } from '../../platform/database/bangkokDays.ts';

/** The deadline of a record's review: the end of the day of the review. */
export const REVIEW = 'application.review' as const;

/** Settings of a workspace that has not stored its own. */
const DEFAULTS: ReviewSettings = { months: 12, alertDays: [30, 7, 0], rowVersion: 0 };

export async function settingsOf(trx: Trx, workspaceId: string): Promise<ReviewSettings> {
  const row = await trx
    .selectFrom('reviewSettings')
    .select(['months', 'alertDays', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ? { ...row, alertDays: row.alertDays as ReviewSettings['alertDays'] } : DEFAULTS;
}

/** Hours between each reminder day and the end of the day of the review. */
const hoursOf = (alertDays: readonly number[]): number[] => alertDays.map((days) => (days + 1) * 24);

/** Sets the deadline to a day, or restarts it; null removes it. */
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

/** Changes the reminders of all deadlines of the workspace. */
export async function remindAt(
  trx: Trx,
  { workspaceId, alertDays, now }: { workspaceId: string; alertDays: readonly number[]; now: Date },
): Promise<void> {
  const times = sql`select d.subject_id, d.started_at, d.due_at from deadlines as d where d.workspace_id = ${workspaceId} and d.kind = ${REVIEW}`;
  await moveDeadlines(trx, { workspaceId, kind: REVIEW, alertHours: hoursOf(alertDays), open: true, now }, times);
}
