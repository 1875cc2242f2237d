import { namedOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import { type RequestStage, WORKED_ON } from '../../../shared/request/stage.ts';
import { taskStatus, type TaskAction } from '../../../shared/requestTask/status.ts';
import type { RequestTask, TaskItem } from '../../../shared/requestTask/schema.ts';
import type { Actor } from '../../platform/actor.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { allowedMoves } from '../../platform/workflow/workflow.ts';
import * as requestForms from '../requestForm/service.ts';
import { clocksOf, seesOwn } from '../request/record.ts';
import * as requests from '../request/rows.ts';
import { identityIn, wishIn } from '../request/subject.ts';
import * as queries from './queries.ts';
import { sealedDetails } from './sealed.ts';

/** Stages of a right in which its tasks can move. */
export const isWorkedOn = (stage: RequestStage): boolean => WORKED_ON.includes(stage);

/** Who can read a task: those who manage requests, the assignee of its right, and its own assignee. */
export const sees = (actor: Actor, task: Pick<queries.TaskRow, 'assigneeId' | 'rightAssigneeId'>): boolean =>
  !seesOwn(actor) || task.rightAssigneeId === actor.personnelId || task.assigneeId === actor.personnelId;

/** Who can make the moves of a task. Its assignee cannot assign it to somebody else. */
export const OWNERSHIP = {
  machine: taskStatus,
  stateOf: ({ status }: queries.TaskRow) => status,
  isOwn: (actor: Actor, task: queries.TaskRow, action: TaskAction): boolean =>
    !seesOwn(actor) ||
    task.rightAssigneeId === actor.personnelId ||
    (action !== 'assign' && task.assigneeId === actor.personnelId),
  notOwn: () => appError('requestTask.notYours'),
};

/** Tasks as lists return them, in the given order. */
export async function itemsOf(trx: Trx, caller: Caller, rows: readonly queries.TaskRow[]): Promise<TaskItem[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ requestRightId }) => requestRightId))];
  const [key, clocks] = await Promise.all([
    caller.deps.keyring.workspaceKey(trx, caller.workspaceId),
    clocksOf(
      trx,
      caller.workspaceId,
      ids.map((id) => ({ id })),
    ),
  ]);
  return rows.map((row) => itemOf(row, caller, key, clocks));
}

function itemOf(
  row: queries.TaskRow,
  caller: Caller,
  key: WorkspaceKey,
  clocks: Awaited<ReturnType<typeof clocksOf>>,
): TaskItem {
  const { clock, legalClock } = clocks(row.requestRightId);
  return {
    id: row.id,
    request: { id: row.requestId, number: row.number },
    right: { id: row.requestRightId, code: row.code, name: { th: row.nameTh, en: row.nameEn } },
    kind: row.kind,
    application: applicationOf(row),
    title: sealedDetails.open(key, row.id, row.details).title,
    status: row.status,
    assignee: namedOf(row.assigneeId, row.assigneeName),
    mine: row.assigneeId === caller.personnelId,
    clock: clock ?? legalClock,
    closedAt: row.closedAt,
    rowVersion: row.rowVersion,
    allowed: isWorkedOn(row.stage) ? allowedMoves(caller, OWNERSHIP, row) : [],
  };
}

/** The application of a task, also once that is deleted. */
export const applicationOf = ({ applicationId: id, applicationName: name }: queries.TaskRow): TaskItem['application'] =>
  name === null ? null : { id, name };

/** The row of a task. @throws 404, also for one that the caller cannot read */
export async function existingRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.TaskRow> {
  const [row] = await queries.byIds(trx, ctx.workspace.id, [id]);
  if (!row || !sees(actorOf(ctx), row)) throw appError('requestTask.notFound');
  return row;
}

/** The same, locked with its request until the transaction ends. @throws 404 */
export async function lockedRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.TaskRow> {
  const { requestId } = await existingRow(trx, ctx, id);
  await requests.lock(trx, ctx.workspace.id, requestId);
  return existingRow(trx, ctx, id);
}

/** A task with the parts of its request that the work needs. @throws 404 */
export const existing = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<RequestTask> =>
  viewOf(trx, ctx, await existingRow(trx, ctx, id));

/** The data subject of a request, and their wish for one of its rights. */
export async function requesterOf(
  trx: Trx,
  ctx: WorkspaceContext,
  row: Pick<queries.TaskRow, 'requestId' | 'requestRightId'>,
) {
  const ws = ctx.workspace.id;
  const [found, rights, key] = await Promise.all([
    requests.find(trx, ws, row.requestId),
    requests.rightsOf(trx, ws, [row.requestId]),
    ctx.deps.keyring.workspaceKey(trx, ws),
  ]);
  const request = found!;
  const right = rights.find(({ id }) => id === row.requestRightId)!;
  const { content } = await requestForms.versionOf(trx, ctx, request.requestFormId, request.requestFormVersion);
  const offered = content.rights.find(({ id }) => id === right.dataRightId);
  const { guardian: _guardian, ...subject } = identityIn(key, request);
  const wish = wishIn(key, right);
  return {
    subject,
    knownKeys: request.knownKeys,
    wish: { ...wish, options: right.options.flatMap((place) => offered?.options[place] ?? []) },
    opensRequest: !seesOwn(actorOf(ctx)) || rights.some(({ assigneeId }) => assigneeId === ctx.personnel.id),
  };
}

async function viewOf(trx: Trx, ctx: WorkspaceContext, row: queries.TaskRow): Promise<RequestTask> {
  const caller = actorOf(ctx);
  const key = await ctx.deps.keyring.workspaceKey(trx, caller.workspaceId);
  const { title: _title, note, reason, proof, receipts } = sealedDetails.open(key, row.id, row.details);
  const [item] = await itemsOf(trx, caller, [row]);
  return {
    ...item!,
    register: row.register,
    registerVersion: row.registerVersion,
    note,
    reason,
    groundCode: row.groundCode,
    proof,
    file: (row.fileId ? await queries.fileOf(trx, key, caller.workspaceId, row.fileId) : undefined) ?? null,
    receipts: [...receipts],
    closedBy: namedOf(row.closedBy, row.closedByName),
    ...(await requesterOf(trx, ctx, row)),
  };
}
