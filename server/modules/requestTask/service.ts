import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type {
  ListTasks,
  refuseTask,
  reasonedTask,
  RequestTask,
  RequestTasks,
  startTask,
  TaskItem,
  workOnTask,
} from '../../../shared/requestTask/schema.ts';
import type { TaskAction } from '../../../shared/requestTask/status.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { assertOpen, transition } from '../../platform/workflow/workflow.ts';
import { seesOwn } from '../request/record.ts';
import * as requests from '../request/rows.ts';
import { announceTask } from './announce.ts';
import { proofFile } from './files.ts';
import * as lists from './list.ts';
import { outdatedTasks } from './proposal.ts';
import * as queries from './queries.ts';
import { existing, itemsOf, lockedRow, OWNERSHIP, sees } from './record.ts';
import { taskWorkflow } from './workflow.ts';

/** One page of the caller's tasks, or of all for those who manage requests. */
export const list = (ctx: WorkspaceContext, input: ListTasks): Promise<List<TaskItem>> => lists.list(ctx, input);

/** A task with the parts of its request that the work needs. @throws 404, also for one that the caller cannot read */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<RequestTask> =>
  ctx.read((trx) => existing(trx, ctx, id));

/** Tasks of one request that the caller can read. @throws 404 where they can read nothing of the request */
export const ofRequest = (ctx: WorkspaceContext, { requestId }: { requestId: string }): Promise<RequestTasks> =>
  ctx.read((trx) => tasksOfRequest(trx, ctx, requestId));

export async function tasksOfRequest(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RequestTasks> {
  const caller = actorOf(ctx);
  const [request, rights, rows] = await Promise.all([
    requests.find(trx, caller.workspaceId, id),
    requests.rightsOf(trx, caller.workspaceId, [id]),
    queries.tasksOf(trx, caller.workspaceId, id),
  ]);
  const manages = !seesOwn(caller);
  const visible = rows.filter((row) => sees(caller, row));
  const isTheirs = visible.length > 0 || rights.some(({ assigneeId }) => assigneeId === caller.personnelId);
  if (!request || !(manages || isTheirs)) throw appError('request.notFound');
  return {
    collection: await itemsOf(trx, caller, visible),
    outdated: manages
      ? await outdatedTasks(
          trx,
          caller.workspaceId,
          request,
          rows.some((row) => row.proposed),
        )
      : null,
    manages,
  };
}

type One = z.output<typeof startTask>;
type Input<Action extends Exclude<TaskAction, 'assign'>> = Action extends 'start'
  ? One
  : Action extends 'record' | 'finish'
    ? z.output<typeof workOnTask>
    : Action extends 'refuse'
      ? z.output<typeof refuseTask>
      : z.output<typeof reasonedTask>;

const EVENT_OF = {
  start: 'requestTask.started',
  record: 'requestTask.recorded',
  finish: 'requestTask.finished',
  refuse: 'requestTask.refused',
  skip: 'requestTask.skipped',
  reopen: 'requestTask.reopened',
} as const;

/**
 * Makes a move of a task. @throws 404, 409 `illegalMove`, `staleEdit`, `requestTask.rightNotOpen` once its right is
 * submitted, 403 where the caller cannot make it, 400 for a missing proof or reason
 */
function move<Action extends Exclude<TaskAction, 'assign'>>(
  action: Action,
): (ctx: WorkspaceContext, input: Input<Action>) => Promise<RequestTask> {
  return (ctx, input) =>
    ctx.transaction(async (trx) => {
      const actor = actorOf(ctx);
      const before = await lockedRow(trx, ctx, input.id);
      await assertOpen(OWNERSHIP, before, action, () => existing(trx, ctx, input.id));
      await assertNewest(before, input.rowVersion, () => existing(trx, ctx, input.id));
      const key = await ctx.deps.keyring.workspaceKey(trx, actor.workspaceId);
      const { ws: _ws, id, rowVersion: _rowVersion, ...values } = input as One & { fileId?: string | null };
      const after = await transition(trx, actor, taskWorkflow, before, action, { ...values, key } as never);
      if (values.fileId !== undefined) await keepFile(trx, ctx, before, values.fileId);
      await announceTask(
        trx,
        actor,
        { ...after, assigneeId: after.assigneeId ?? actor.personnelId },
        EVENT_OF[action],
        {
          notify: action === 'reopen' ? [after.assigneeId] : [],
        },
      );
      return existing(trx, ctx, id);
    });
}

/**
 * Attaches the file to the task, and releases its former one. @throws 400 for a file that is no proof, or not the
 * caller's
 */
async function keepFile(
  trx: Trx,
  ctx: WorkspaceContext,
  before: queries.TaskRow,
  fileId: string | null,
): Promise<void> {
  if (before.fileId === fileId) return;
  const owner = { workspaceId: ctx.workspace.id, ownerId: before.id };
  if (fileId) await attachFile(trx, proofFile, { ...owner, fileId, by: ctx.personnel.id });
  if (before.fileId) await releaseFile(trx, proofFile, { ...owner, fileId: before.fileId });
}

export const start = move('start');
/** Saves the notes so far. */
export const record = move('record');
export const finish = move('finish');
export const refuse = move('refuse');
export const skip = move('skip');
export const reopen = move('reopen');
