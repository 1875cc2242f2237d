import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import {
  type findProcessCode,
  type finishReview,
  type ReviewSettings,
  reviewSettingsFields,
  type updateReviewSettings,
} from '../../../shared/application/review.ts';
import type { Application } from '../../../shared/application/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { keepThroughReview } from '../approvalLine/material.ts';
import { applicationRecord } from './record.ts';
import { planReview, remindAt, settingsOf } from './reviewClock.ts';

/**
 * Records that the review was done, by whom and when, and plans the next one. Published versions are not changed, and
 * approvals stand.
 * @throws 404, 409 `staleEdit` with the newer record
 */
export function finish(ctx: WorkspaceContext, input: z.output<typeof finishReview>): Promise<Application> {
  return ctx.transaction(async (trx) => {
    const { id, nextOn } = input;
    const before = await applicationRecord.locked(trx, ctx, id, input.rowVersion);
    const now = ctx.deps.now();
    await keepThroughReview(trx, ctx.workspace.id, id);
    await applicationRecord.set(trx, ctx, id, { reviewOn: nextOn, reviewedAt: now, reviewedBy: ctx.personnel.id });
    await planReview(trx, { workspaceId: ctx.workspace.id, id, reviewOn: nextOn, now });
    await emit(trx, actorOf(ctx), {
      event: 'application.reviewed',
      entityId: id,
      subject: before.name,
      changes: [{ field: 'reviewOn', old: before.reviewOn, new: nextOn }],
    });
    return applicationRecord.existing(trx, ctx, id);
  });
}

/** Whether another application has the code. */
export function findCode(
  ctx: WorkspaceContext,
  { processCode, id }: z.output<typeof findProcessCode>,
): Promise<{ inUse: boolean }> {
  return ctx.transaction(async (trx) => {
    const found = await trx
      .selectFrom('applications')
      .select('id')
      .where('workspaceId', '=', ctx.workspace.id)
      .where(sql<SqlBool>`lower(process_code) = lower(${processCode})`)
      .executeTakeFirst();
    return { inUse: found !== undefined && found.id !== id };
  });
}

const fieldsOf = ({ months, alertDays }: Omit<ReviewSettings, 'rowVersion'>) => ({ months, alertDays });

export const settings = (ctx: WorkspaceContext): Promise<ReviewSettings> =>
  ctx.transaction((trx) => settingsOf(trx, ctx.workspace.id));

/** Saves over `rowVersion`; open deadlines use the new reminder days immediately. @throws 409 `staleEdit` */
export function updateSettings(
  ctx: WorkspaceContext,
  input: z.output<typeof updateReviewSettings>,
): Promise<ReviewSettings> {
  const fields = reviewSettingsFields.parse(input);
  const { id: workspaceId } = ctx.workspace;
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, workspaceId, 'application.reviewSettings');
    const before = await settingsOf(trx, workspaceId);
    await assertNewest(before, input.rowVersion, () => before);
    const changes = changesBetween(fieldsOf(before), fieldsOf(fields));
    if (changes.length === 0) return before;
    const now = ctx.deps.now();
    const values = { ...fields, alertDays: [...fields.alertDays], updatedBy: ctx.personnel.id, updatedAt: now };
    await trx
      .insertInto('reviewSettings')
      .values({ workspaceId, ...values })
      .onConflict((conflict) =>
        conflict.column('workspaceId').doUpdateSet({ ...values, rowVersion: sql`review_settings.row_version + 1` }),
      )
      .execute();
    await remindAt(trx, { workspaceId, alertDays: fields.alertDays, now });
    await emit(trx, actorOf(ctx), { event: 'reviewSettings.changed', entityId: workspaceId, changes });
    return settingsOf(trx, workspaceId);
  });
}
