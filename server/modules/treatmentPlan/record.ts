import { namedOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import { highestRisk } from '../../../shared/dpia/risk.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import type { PlanItem, TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { type PlanAction, planStatus } from '../../../shared/treatmentPlan/status.ts';
import { type Actor, actorOf, type Caller } from '../../platform/actor.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { appError } from '../../platform/errors.ts';
import { lockRow } from '../../platform/records/rows.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { allowedMoves } from '../../platform/workflow/workflow.ts';
import { soleManager } from './assignees.ts';
import { DUE } from './clock.ts';
import * as queries from './queries.ts';

/** Whether somebody can only read the plans assigned to them; the product itself can read all. */
export const seesOwn = ({ standing }: Pick<Actor, 'standing'>): boolean =>
  standing !== undefined && onlyOwn(standing.role, 'treatmentPlan.read');

const isTheirs = (actor: Actor, { assigneeId }: Pick<queries.PlanRow, 'assigneeId'>): boolean =>
  !seesOwn(actor) || assigneeId === actor.personnelId;

/** Who can make the moves of a plan. */
export const OWNERSHIP = {
  machine: planStatus,
  stateOf: ({ status }: queries.PlanRow) => status,
  isOwn: (actor: Actor, plan: queries.PlanRow, _action: PlanAction): boolean => isTheirs(actor, plan),
  notOwn: () => appError('treatmentPlan.notYours'),
};

/** Whether a plan that waits for approval was submitted by the caller: somebody else approves it. */
const isHandedInBy = ({ personnelId }: Caller, { status, submittedBy }: queries.PlanRow): boolean =>
  status === 'PENDING' && submittedBy === personnelId;

/** Plans as lists return them, in the given order. */
export async function itemsOf(trx: Trx, caller: Caller, rows: readonly queries.PlanRow[]): Promise<PlanItem[]> {
  if (rows.length === 0) return [];
  const clocks = await deadlinesOf(
    trx,
    caller.workspaceId,
    DUE,
    rows.map(({ id }) => id),
  );
  const approvesOwn = !rows.some((row) => isHandedInBy(caller, row)) || (await soleManager(trx, caller));
  return rows.map((row) => ({
    id: row.id,
    dpia: { id: row.dpiaId, name: row.assessment, version: row.dpiaVersion, variant: row.variant },
    application: { id: row.applicationId, name: row.applicationName },
    title: { th: row.titleTh, en: row.titleEn },
    status: row.status,
    method: row.method,
    residualRisk: row.residualRisk,
    expectedRisk: row.expectedRisk,
    expectedOn: row.expectedOn,
    assignee: namedOf(row.assigneeId, row.assigneeName),
    mine: row.assigneeId === caller.personnelId,
    clock: clocks.get(row.id) ?? null,
    actionCount: row.actionCount,
    closedAt: row.closedAt,
    rowVersion: row.rowVersion,
    updatedAt: row.updatedAt,
    allowed: allowedMoves(caller, OWNERSHIP, row).filter(
      (move) => move !== 'approve' || approvesOwn || !isHandedInBy(caller, row),
    ),
  }));
}

/** The row of a plan. @throws 404, also for one that the caller cannot read */
async function existingRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.PlanRow> {
  const [row] = await queries.byIds(trx, ctx.workspace.id, [id]);
  if (!row || !isTheirs(actorOf(ctx), row)) throw appError('treatmentPlan.notFound');
  return row;
}

/** The same, locked until the transaction ends. @throws 404 */
export async function lockedRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.PlanRow> {
  await lockRow(trx, 'treatmentPlans', ctx.workspace.id, id, 'change');
  return existingRow(trx, ctx, id);
}

/** A plan with its actions. @throws 404 */
export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<TreatmentPlan> {
  const row = await existingRow(trx, ctx, id);
  const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
  const [[item], actions] = await Promise.all([
    itemsOf(trx, actorOf(ctx), [row]),
    queries.actionsOf(trx, key, ctx.workspace.id, id),
  ]);
  const { residualP: p, residualM: m, residualD: d } = row;
  return {
    ...item!,
    detail: row.detail,
    measures: [...row.measures],
    assignedBy: namedOf(row.assignedBy, row.assignedByName),
    assignedAt: row.assignedAt,
    actions,
    residual: p && m && d ? { p, m, d, level: highestRisk([p, m, d])! } : null,
    resolution: row.resolution,
    submittedBy: namedOf(row.submittedBy, row.submittedByName),
    submittedAt: row.submittedAt,
    reason: row.reason,
    closedBy: namedOf(row.closedBy, row.closedByName),
  };
}
