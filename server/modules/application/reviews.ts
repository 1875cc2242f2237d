import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { findProcessCode, finishReview } from '../../../shared/application/review.ts';
import type { Application } from '../../../shared/application/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import { recordMoving } from '../../platform/records/listener.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { applicationRecord } from './record.ts';
import { planReview } from './reviewClock.ts';

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
    await recordMoving(trx, actorOf(ctx), 'application', { id, partId: id, action: 'review' });
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
