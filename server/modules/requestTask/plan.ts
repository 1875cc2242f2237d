import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { DB, Trx } from '../../../db/client.ts';
import { countDifferences } from '../../../shared/requestTask/differences.ts';
import type { RegisterFacts } from '../../../shared/requestTask/register.ts';
import {
  type addTask,
  type assignTasks,
  type changeScope,
  type RequestTask,
  type RequestTasks,
  SCOPE_LIMIT,
  type TaskProposal,
  TASKS_OF_REQUEST,
} from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { assertOpen, transition } from '../../platform/workflow/workflow.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { publishedApplications } from '../application/published.ts';
import { requestAssignees } from '../request/assignees.ts';
import * as requests from '../request/rows.ts';
import { announceTask, notifyAssignees, refreshTasks } from './announce.ts';
import { differencesOf, groupsOf, proposalFor } from './proposal.ts';
import * as queries from './queries.ts';
import { existing, isWorkedOn, OWNERSHIP, sees } from './record.ts';
import { NO_DETAILS, sealedDetails } from './sealed.ts';
import { tasksOfRequest } from './service.ts';
import { taskWorkflow } from './workflow.ts';

/** @throws 404 */
async function requestOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<requests.RequestRow> {
  const request = await requests.find(trx, ctx.workspace.id, id);
  if (!request) throw appError('request.notFound');
  return request;
}
/** The same, locked until the transaction ends. */
async function lockedRequest(trx: Trx, ctx: WorkspaceContext, id: string): Promise<requests.RequestRow> {
  await requests.lock(trx, ctx.workspace.id, id);
  return requestOf(trx, ctx, id);
}

/** The tasks that the published record of processing proposes for a request, beside its existing ones. @throws 404 */
export const proposal = (ctx: WorkspaceContext, { requestId: id }: { requestId: string }): Promise<TaskProposal> =>
  ctx.read(async (trx) => {
    const [request, all] = await Promise.all([requestOf(trx, ctx, id), publishedApplications(trx, ctx.workspace.id)]);
    return proposalFor(trx, ctx.workspace.id, request, all);
  });

/**
 * Chooses a group of data subjects or a further application to search, or no longer does. What else is chosen stays as
 * it is now, whatever the caller has seen.
 * @throws 404, 400 for one that cannot be chosen
 */
export const choose = (
  ctx: WorkspaceContext,
  { requestId, part, id, chosen }: z.output<typeof changeScope>,
): Promise<TaskProposal> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const request = await lockedRequest(trx, ctx, requestId);
    const applications = await publishedApplications(trx, actor.workspaceId);
    const offered = part === 'GROUP' ? groupsOf(applications) : applications;
    if (chosen && !offered.some((one) => one.id === id))
      throw appError('BAD_REQUEST', { at: 'id', text: 'errors:choice' });
    const { groupIds, applicationIds } = await queries.scopeOf(trx, actor.workspaceId, request.id);
    const changed = (ids: readonly string[]) => {
      const others = ids.filter((one) => one !== id);
      if (chosen && others.length >= SCOPE_LIMIT)
        throw appError('BAD_REQUEST', { at: 'id', text: 'errors:tooBig', values: { maximum: SCOPE_LIMIT } });
      return chosen ? [...others, id] : others;
    };
    await queries.writeScope(trx, actor, request.id, {
      groupIds: part === 'GROUP' ? changed(groupIds) : groupIds,
      // That of the request's form is always searched.
      applicationIds: part === 'APPLICATION' && id !== request.applicationId ? changed(applicationIds) : applicationIds,
    });
    await announcePlan(trx, actor, request);
    return proposalFor(trx, actor.workspaceId, request, applications);
  });

const announcePlan = (trx: Trx, actor: Caller, { id, number }: requests.RequestRow): Promise<void> =>
  emit(trx, actor, { event: 'request.tasksPlanned', entityId: id, subject: requestReference(number), recipients: [] });

/**
 * Updates the tasks of a request by the published record of processing: creates missing ones, each assigned to the
 * person responsible in the register, reopens those that are asked for again or for more, adopts newer facts, and
 * closes those that are no longer needed. Repeating it changes nothing.
 * @throws 404, 409 `requestTask.tooMany`
 */
export const applyProposal = (ctx: WorkspaceContext, { requestId: id }: { requestId: string }): Promise<RequestTasks> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const ws = actor.workspaceId;
    const request = await lockedRequest(trx, ctx, id);
    const differences = await differencesOf(trx, ws, request);
    const { additions, changes, reopenings, removals, versions } = differences;
    await assertRoom(trx, ws, id, additions.length);
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const assignees = new Map<string, string | null>();
    for (const { register } of additions) {
      const { responsible } = register;
      if (responsible && !assignees.has(responsible.id))
        assignees.set(responsible.id, (await requestAssignees.find(trx, ws, responsible.id))?.id ?? null);
    }
    const added = additions.map(({ rightId, kind, application, register }) =>
      newTask(actor, key, {
        requestId: id,
        requestRightId: rightId,
        kind,
        applicationId: application.id,
        proposed: true,
        register,
        registerVersion: versions.get(application.id)!,
        assigneeId: (register.responsible && assignees.get(register.responsible.id)) ?? null,
      }),
    );
    await queries.insertTasks(trx, added);
    const tasksIn = (list: readonly { taskId: string }[]) =>
      queries.byIds(
        trx,
        ws,
        list.map(({ taskId }) => taskId),
      );
    const reopened: queries.TaskRow[] = [];
    for (const task of await tasksIn(reopenings))
      reopened.push(await transition(trx, actor, taskWorkflow, task, 'reopen', { key, reason: REQUIRED_AGAIN }));
    for (const { taskId, register, application } of [...changes, ...reopenings])
      await updateRegister(trx, actor, taskId, register, versions.get(application.id)!);
    for (const task of await tasksIn(removals))
      await transition(trx, actor, taskWorkflow, task, 'skip', { key, reason: NO_LONGER_STORED, dropped: true });
    if (countDifferences(differences) > 0) await announcePlan(trx, actor, request);
    const rows = await queries.byIds(
      trx,
      ws,
      added.map((task) => task.id),
    );
    await notifyAssignees(trx, actor, rows, 'requestTask.assigned');
    await notifyAssignees(trx, actor, reopened, 'requestTask.reopened');
    return tasksOfRequest(trx, ctx, id);
  });

/**
 * The reasons with which the product closes and reopens a task: stored in both languages, since they are displayed like
 * written ones.
 */
const REQUIRED_AGAIN =
  'ต้องทำอีกครั้งหรือทำเพิ่ม ตามบันทึก RoPA ที่เผยแพร่และกลุ่มที่เลือก / Asked for again, or for more, by the published RoPA and the chosen groups';
const NO_LONGER_STORED =
  'ไม่อยู่ในบันทึก RoPA ที่เผยแพร่หรือในกลุ่มที่เลือกแล้ว / No longer in the published RoPA, or in the chosen groups';

interface NewTask {
  readonly id?: string | undefined;
  readonly requestId: string;
  readonly requestRightId: string;
  readonly kind: string;
  readonly applicationId: string | null;
  readonly proposed: boolean;
  readonly register?: RegisterFacts;
  readonly registerVersion?: number;
  readonly assigneeId: string | null;
  readonly title?: string;
  readonly note?: string;
}

function newTask(
  { workspaceId, personnelId, at }: Caller,
  key: WorkspaceKey,
  { id = randomUUIDv7(), register, registerVersion, title = '', note = '', ...task }: NewTask,
): Insertable<DB['requestTasks']> & { id: string } {
  return {
    workspaceId,
    id,
    ...task,
    register: register ? JSON.stringify(register) : null,
    registerVersion: registerVersion ?? null,
    details: sealedDetails.seal(key, id, { ...NO_DETAILS, title, note }),
    createdBy: personnelId,
    updatedBy: personnelId,
    createdAt: at,
    updatedAt: at,
  };
}

async function updateRegister(
  trx: Trx,
  { workspaceId, personnelId, at }: Caller,
  taskId: string,
  register: RegisterFacts,
  registerVersion: number,
): Promise<void> {
  await trx
    .updateTable('requestTasks')
    .set((eb) => ({
      register: JSON.stringify(register),
      registerVersion,
      updatedBy: personnelId,
      updatedAt: at,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', taskId)
    .execute();
}

/** @throws 409 */
async function assertRoom(trx: Trx, workspaceId: string, requestId: string, more: number): Promise<void> {
  if ((await queries.tasksOf(trx, workspaceId, requestId)).length + more > TASKS_OF_REQUEST)
    throw appError('requestTask.tooMany', { values: { most: TASKS_OF_REQUEST } });
}

/**
 * Adds a task to a request. The same `id` again is the same task, which is announced once.
 * @throws 404, 400 for a right of another request, an unknown application or person, an `id` that cannot be used, 409
 */
export const add = (ctx: WorkspaceContext, input: z.output<typeof addTask>): Promise<RequestTask> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const ws = actor.workspaceId;
    const request = await lockedRequest(trx, ctx, input.requestId);
    const before = input.id === undefined ? undefined : await queries.originOf(trx, ws, input.id);
    if (input.id !== undefined && before?.requestId === request.id && before.createdBy === actor.personnelId)
      return existing(trx, ctx, input.id);
    // Of somebody else or another request: nothing is told of it.
    if (before) throw appError('BAD_REQUEST', { at: 'id', text: 'errors:invalid' });
    const right = (await requests.rightsOf(trx, ws, [request.id])).find(({ id }) => id === input.rightId);
    if (!right) throw appError('request.right', { at: 'rightId' });
    if (!isWorkedOn(right.stage)) throw appError('requestTask.rightNotOpen');
    if (input.applicationId && !(await hasApplication(trx, ws, input.applicationId)))
      throw appError('requestTask.application', { at: 'applicationId' });
    if (input.assigneeId) await requestAssignees.require(trx, ws, input.assigneeId);
    await assertRoom(trx, ws, request.id, 1);
    const key = await ctx.deps.keyring.workspaceKey(trx, ws);
    const { kind, applicationId, title, note, assigneeId } = input;
    const facts = { id: input.id, requestId: request.id, requestRightId: right.id, proposed: false };
    const task = newTask(actor, key, { ...facts, kind, applicationId, title, note, assigneeId });
    await queries.insertTasks(trx, [task]);
    const rows = await queries.byIds(trx, ws, [task.id]);
    await announceTask(trx, actor, rows[0]!, 'requestTask.added');
    await notifyAssignees(trx, actor, rows, 'requestTask.assigned');
    return existing(trx, ctx, task.id);
  });

const hasApplication = async (trx: Trx, workspaceId: string, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

/**
 * Assigns open tasks of a request to one person. @throws 404, also for a task that the caller cannot read, 400 for
 * somebody who cannot answer requests, 409 `illegalMove` for one that is closed, 403 for one that the caller cannot
 * assign
 */
export const assign = (ctx: WorkspaceContext, input: z.output<typeof assignTasks>): Promise<RequestTasks> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const ws = actor.workspaceId;
    await requests.lock(trx, ws, input.requestId);
    const rows = await queries.byIds(trx, ws, input.taskIds);
    const own = rows.filter((row) => row.requestId === input.requestId && sees(actor, row));
    if (own.length < input.taskIds.length) throw appError('requestTask.notFound');
    await requestAssignees.require(trx, ws, input.assigneeId);
    const released = [];
    const assigned = [];
    for (const task of own) {
      await assertOpen(OWNERSHIP, task, 'assign', () => existing(trx, ctx, task.id));
      if (task.assigneeId === input.assigneeId) continue;
      await transition(trx, actor, taskWorkflow, task, 'assign', { assigneeId: input.assigneeId });
      assigned.push({ ...task, assigneeId: input.assigneeId });
      if (task.assigneeId) released.push(task);
    }
    await refreshTasks(trx, actor, released);
    await notifyAssignees(
      trx,
      actor,
      released.filter(({ assigneeId }) => assigneeId !== actor.personnelId),
      'requestTask.released',
    );
    await notifyAssignees(
      trx,
      actor,
      assigned.filter(({ status }) => isTaskOpen(status)),
      'requestTask.assigned',
    );
    return tasksOfRequest(trx, ctx, input.requestId);
  });
