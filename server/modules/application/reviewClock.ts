import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { reviewSettingsFields } from '../../../shared/application/review.ts';
import { forgetDeadline, moveDeadlines, openDeadline } from '../../platform/clock/deadlines.ts';
import { endOf } from '../../../shared/bangkok.ts';
import { workspaceSettings } from '../../platform/records/settings.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

/** The deadline of a record's review: the end of the day of the review. */
export const REVIEW = 'application.review' as const;

/** Settings of reviews; open deadlines use new reminder days immediately. */
export const settings = workspaceSettings<z.output<typeof reviewSettingsFields>>({
  table: 'reviewSettings',
  defaults: { months: 12, alertDays: [30, 7, 0] },
  event: 'reviewSettings.changed',
  changed: (trx, ctx, { alertDays }) => remindAt(trx, ctx, alertDays),
});

/** Hours between each reminder day and the end of the day of the review. */
const hoursOf = (alertDays: readonly number[]): number[] => alertDays.map((days) => (days + 1) * 24);

/** Sets the deadline to a day, or restarts it; null removes it. */
export async function planReview(
  trx: Trx,
  { workspaceId, id, reviewOn, now }: { workspaceId: string; id: string; reviewOn: string | null; now: Date },
): Promise<void> {
  const key = { workspaceId, kind: REVIEW, subjectId: id };
  if (reviewOn === null) return forgetDeadline(trx, key);
  const { alertDays } = await settings.settingsOf(trx, workspaceId);
  const dueAt = new Date(endOf(reviewOn));
  await openDeadline(trx, { ...key, startedAt: now, dueAt, alertHours: hoursOf(alertDays), now });
}

/** Changes the reminders of all deadlines of the workspace. */
async function remindAt(
  trx: Trx,
  { workspace: { id: workspaceId }, deps }: WorkspaceContext,
  alertDays: readonly number[],
): Promise<void> {
  const times = sql`select d.subject_id, d.started_at, d.due_at from deadlines as d where d.workspace_id = ${workspaceId} and d.kind = ${REVIEW}`;
  const plan = { workspaceId, kind: REVIEW, alertHours: hoursOf(alertDays), open: true, now: deps.now() };
  await moveDeadlines(trx, plan, times);
}
