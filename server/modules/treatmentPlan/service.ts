import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  changePlanStatus,
  movePlan,
  reassignPlan,
  resolvePlan,
  TreatmentPlan,
  PlanItem,
} from '../../../shared/treatmentPlan/schema.ts';
import type { PlanAction, PlanStatus } from '../../../shared/treatmentPlan/status.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import { requirePermission } from '../../platform/auth/permission.ts';
import { emitRelease } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertOpen, transition } from '../../platform/workflow/workflow.ts';
import { announcePlan } from './announce.ts';
import { managersOf, planAssignees } from './assignees.ts';
import * as queries from './queries.ts';
import { existing, itemsOf, lockedRow, OWNERSHIP, seesOwn } from './record.ts';
import { settleTreatment } from './summary.ts';
import { type PlanMoves, planWorkflow } from './workflow.ts';

/** A plan with its actions. @throws 404, also for one that the caller cannot read */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<TreatmentPlan> =>
  ctx.read((trx) => existing(trx, ctx, id));

/**
 * Plans of the newest version of an assessment that has any, those due first; Staff get their own.
 * @throws 403 for a key that may read plans only, or assessments only
 */
export function listOf(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ collection: PlanItem[] }> {
  requirePermission(ctx.standing, 'treatmentPlan.read');
  return ctx.read(async (trx) => {
    const caller = actorOf(ctx);
    const rows = await queries.plansOf(trx, ctx.workspace.id, id);
    const visible = rows.filter(({ assigneeId }) => !seesOwn(caller) || assigneeId === caller.personnelId);
    return { collection: await itemsOf(trx, caller, visible) };
  });
}

type Moves = PlanMoves['inputs'];

/**
 * Makes a move of a plan, updates the status of its assessment, and announces it.
 * @throws 404, 403 where the caller cannot make it, 409 `illegalMove`, `staleEdit`, and the errors of the move
 */
async function move<Action extends keyof Moves & PlanAction>(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number | undefined },
  action: Action,
  input: Moves[Action],
): Promise<TreatmentPlan> {
  const actor = actorOf(ctx);
  const before = await lockedRow(trx, ctx, id);
  await assertOpen(OWNERSHIP, before, action, () => existing(trx, ctx, id));
  await assertNewest(before, rowVersion, () => existing(trx, ctx, id));
  const after = await transition(trx, actor, planWorkflow, before, action, input);
  await settleTreatment(trx, actor.workspaceId, [before.dpiaId]);
  await announcePlan(trx, actor, after, EVENT_OF[action], {
    formerly: before.assigneeId,
    notify: await notified(trx, actor.workspaceId, action, after),
    changes: before.status === after.status ? [] : [{ field: 'status', old: before.status, new: after.status }],
  });
  if (action === 'reassign' && before.assigneeId !== after.assigneeId)
    await emitRelease(trx, actor, { event: 'treatmentPlan.released', entityId: id, subject: after.titleTh }, [
      before.assigneeId,
    ]);
  await recordsChanged(trx, actor, 'dpia', [before.dpiaId]);
  return existing(trx, ctx, id);
}

const EVENT_OF = {
  start: 'treatmentPlan.started',
  resolve: 'treatmentPlan.submitted',
  approve: 'treatmentPlan.approved',
  revert: 'treatmentPlan.reverted',
  reject: 'treatmentPlan.rejected',
  reopen: 'treatmentPlan.reopened',
  reassign: 'treatmentPlan.assigned',
} as const;

/** Who is notified of a move in the bell: of a submission those who approve it, of other moves the assignee. */
const notified = async (
  trx: Trx,
  workspaceId: string,
  action: PlanAction,
  { assigneeId }: Pick<queries.PlanRow, 'assigneeId'>,
): Promise<(string | null)[]> =>
  action === 'resolve' ? managersOf(trx, workspaceId) : action === 'start' ? [] : [assigneeId];

/** The move that leads to a status. */
const ACTION_TO: Readonly<
  Record<PlanStatus, (from: PlanStatus) => Exclude<PlanAction, 'act' | 'reassign' | 'resolve'>>
> = {
  NEW: () => 'reopen',
  INPROGRESS: (from) => (from === 'NEW' ? 'start' : 'revert'),
  // A submission needs a result: only `resolve` has it.
  PENDING: () => {
    throw appError('treatmentPlan.resultNeeded', { at: 'status' });
  },
  RESOVLED: () => 'approve',
  REJECTED: () => 'reject',
};

/** Starts, approves, sends back, rejects or reopens a plan. @throws as `move` */
export const makeMove = (ctx: WorkspaceContext, input: z.output<typeof movePlan>): Promise<TreatmentPlan> =>
  ctx.transaction((trx) => move(trx, ctx, input, input.action, { reason: input.reason }));

/**
 * The same by the intended status. @throws as `move`, 400 `treatmentPlan.resultNeeded` for PENDING, which only
 * `resolve` leads to
 */
export const changeStatus = (ctx: WorkspaceContext, input: z.output<typeof changePlanStatus>): Promise<TreatmentPlan> =>
  ctx.transaction(async (trx) => {
    const { status } = await lockedRow(trx, ctx, input.id);
    const action = ACTION_TO[input.status](status);
    return move(trx, ctx, input, action, { reason: input.reason });
  });

/** Submits a plan with its result. @throws as `move`, 400 while it has no action */
export const resolve = (ctx: WorkspaceContext, input: z.output<typeof resolvePlan>): Promise<TreatmentPlan> =>
  ctx.transaction((trx) => move(trx, ctx, input, 'resolve', input));

/** Assigns a plan to another person. @throws as `move`, 400 for somebody who cannot carry it out */
export const reassign = (ctx: WorkspaceContext, input: z.output<typeof reassignPlan>): Promise<TreatmentPlan> =>
  ctx.transaction(async (trx) => {
    await planAssignees.require(trx, ctx.workspace.id, input.assigneeId);
    return move(trx, ctx, input, 'reassign', input);
  });
