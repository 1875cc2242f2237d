import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  ACTION_LIMIT,
  type addPlanAction,
  type RecordedAction,
  type removePlanAction,
  type TreatmentPlan,
  type updatePlanAction,
} from '../../../shared/treatmentPlan/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { updateRow } from '../../platform/records/rows.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertMove, assertOpen } from '../../platform/workflow/workflow.ts';
import { announcePlan } from './announce.ts';
import { actionFile } from './files.ts';
import * as queries from './queries.ts';
import { existing, lockedRow, OWNERSHIP } from './record.ts';

/**
 * Runs `work` on a plan of the caller that is in progress, and announces it unless nothing was left to do.
 * @throws 404, 409 `illegalMove` unless it is in progress, 403
 */
const acting = (
  ctx: WorkspaceContext,
  id: string,
  work: (trx: Trx, plan: queries.PlanRow) => Promise<void | 'done'>,
): Promise<TreatmentPlan> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const plan = await lockedRow(trx, ctx, id);
    await assertOpen(OWNERSHIP, plan, 'act', () => existing(trx, ctx, id));
    assertMove(actor, OWNERSHIP, plan, 'act');
    if ((await work(trx, plan)) === 'done') return existing(trx, ctx, id);
    await updateRow(trx, 'treatmentPlans', actor, id, {});
    await announcePlan(trx, actor, plan, 'treatmentPlan.acted');
    return existing(trx, ctx, id);
  });

/** @throws 400 for a moment in the future */
function momentOf(ctx: WorkspaceContext, { date, time }: { date: string; time: string }): Date {
  const at = new Date(`${date}T${time}:00+07:00`);
  if (at > ctx.deps.now()) throw appError('treatmentPlan.future', { at: 'date' });
  return at;
}

const attach = (trx: Trx, ctx: WorkspaceContext, actionId: string, fileId: string) =>
  attachFile(trx, actionFile, { workspaceId: ctx.workspace.id, ownerId: actionId, fileId, by: ctx.personnel.id });
const release = (trx: Trx, ctx: WorkspaceContext, actionId: string, fileId: string) =>
  releaseFile(trx, actionFile, { workspaceId: ctx.workspace.id, ownerId: actionId, fileId });

/**
 * Records an action; the same `key` again saves what was corrected since.
 * @throws as `acting`, 400 for a moment in the future or a file of somebody else, 404 for such a key, 409 `staleEdit`
 * with the recorded action where it has been changed meanwhile
 */
export const add = (ctx: WorkspaceContext, input: z.output<typeof addPlanAction>): Promise<TreatmentPlan> =>
  acting(ctx, input.id, async (trx, plan) => {
    const recorded = input.key === undefined ? undefined : await keyed(trx, ctx, plan, input.key);
    if (recorded) return recordAgain(trx, ctx, recorded, input);
    if (plan.actionCount >= ACTION_LIMIT)
      throw appError('treatmentPlan.tooManyActions', { values: { limit: ACTION_LIMIT } });
    const { workspaceId, personnelId: by, at } = actorOf(ctx);
    const id = input.key ?? randomUUIDv7();
    const { detail, fileId } = input;
    await trx
      .insertInto('treatmentPlanActions')
      .values({
        workspaceId,
        id,
        planId: plan.id,
        happenedAt: momentOf(ctx, input),
        detail,
        fileId,
        createdBy: by,
        updatedBy: by,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    if (fileId) await attach(trx, ctx, id, fileId);
    return undefined;
  });

const find = async (trx: Trx, ctx: WorkspaceContext, plan: queries.PlanRow, id: string) =>
  queries.findAction(trx, await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id), ctx.workspace.id, plan.id, id);

/** The action that the caller has recorded with a key on this plan. @throws 404 for one of another plan or person */
async function keyed(
  trx: Trx,
  ctx: WorkspaceContext,
  plan: queries.PlanRow,
  key: string,
): Promise<RecordedAction | undefined> {
  const found = await queries.ownerOfAction(trx, ctx.workspace.id, key);
  if (!found) return undefined;
  if (found.planId !== plan.id || found.createdBy !== ctx.personnel.id) throw appError('NOT_FOUND');
  return find(trx, ctx, plan, key);
}

type ActionFields = Pick<z.output<typeof addPlanAction>, 'date' | 'time' | 'detail' | 'fileId'>;

/** The caller, who got no answer, sends an action again, perhaps corrected. @throws as `add` */
async function recordAgain(
  trx: Trx,
  ctx: WorkspaceContext,
  before: RecordedAction,
  input: ActionFields,
): Promise<void | 'done'> {
  const isSame =
    Date.parse(before.happenedAt) === momentOf(ctx, input).getTime() &&
    before.detail === input.detail &&
    (before.file?.id ?? null) === input.fileId;
  if (isSame) return 'done';
  // What has been changed meanwhile is not overwritten.
  await assertNewest(before, 1);
  return save(trx, ctx, before, input);
}

/** The action of this plan. @throws 404, 409 `staleEdit` with the newer action */
async function actionOf(
  trx: Trx,
  ctx: WorkspaceContext,
  plan: queries.PlanRow,
  { actionId, rowVersion }: z.output<typeof removePlanAction>,
): Promise<RecordedAction> {
  const found = await find(trx, ctx, plan, actionId);
  if (!found) throw appError('NOT_FOUND');
  await assertNewest(found, rowVersion);
  return found;
}

/** Corrects an action. @throws as `add`, 404, 409 `staleEdit` with the newer action */
export const update = (ctx: WorkspaceContext, input: z.output<typeof updatePlanAction>): Promise<TreatmentPlan> =>
  acting(ctx, input.id, async (trx, plan) => {
    const before = await actionOf(trx, ctx, plan, input);
    return save(trx, ctx, before, input);
  });

async function save(trx: Trx, ctx: WorkspaceContext, before: RecordedAction, input: ActionFields): Promise<void> {
  const { workspaceId, personnelId: updatedBy, at: updatedAt } = actorOf(ctx);
  const { detail, fileId } = input;
  await trx
    .updateTable('treatmentPlanActions')
    .set((eb) => ({
      happenedAt: momentOf(ctx, input),
      detail,
      fileId,
      updatedBy,
      updatedAt,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', before.id)
    .execute();
  if (fileId === (before.file?.id ?? null)) return;
  if (fileId) await attach(trx, ctx, before.id, fileId);
  if (before.file) await release(trx, ctx, before.id, before.file.id);
}

/** Deletes an action that was recorded by mistake. @throws as `acting`, 404, 409 `staleEdit` with the newer action */
export const remove = (ctx: WorkspaceContext, input: z.output<typeof removePlanAction>): Promise<TreatmentPlan> =>
  acting(ctx, input.id, async (trx, plan) => {
    const before = await actionOf(trx, ctx, plan, input);
    if (before.file) await release(trx, ctx, before.id, before.file.id);
    await trx
      .deleteFrom('treatmentPlanActions')
      .where('workspaceId', '=', ctx.workspace.id)
      .where('id', '=', before.id)
      .execute();
  });
