import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type listRequests,
  type MoveRequest,
  type Request,
  type RequestList,
  requiredReason,
} from '../../../shared/request/schema.ts';
import { DUPLICATE } from '../../../shared/request/grounds.ts';
import { requestNumberIn } from '../../../shared/request/reference.ts';
import { isClosed, isRemovable, mustConfirmAgain, type RequestAction } from '../../../shared/request/stage.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import { requirePermission } from '../../platform/auth/permission.ts';
import { forgetDeadline } from '../../platform/clock/deadlines.ts';
import { appError } from '../../platform/errors.ts';
import { recordRemoving } from '../../platform/records/listener.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { allowedMoves, assertMove, illegalMove, transition } from '../../platform/workflow/workflow.ts';
import { announce, settle } from './announce.ts';
import { requestAssignees } from './assignees.ts';
import { ACT, RIGHT } from './clock.ts';
import * as lists from './list.ts';
import * as queries from './rows.ts';
import { clocksOf, existing, locked, openMovesOf, OWNERSHIP, type RequestRecord } from './record.ts';
import { updateRefusals } from './refusals.ts';
import { settingsOf } from './settings.ts';
import { verify } from './verify.ts';
import { rightWorkflow } from './workflow.ts';

export { closedBefore } from './anonymise.ts';
export { identityOf, type RequestIdentity } from './identity.ts';
export { managersOf } from './alarm.ts';
export { moveBySubject } from './bySubject.ts';
export { setVerifyBy, storeVerifyBy } from './confirmationEnd.ts';
export { lapse } from './lapse.ts';
export { lock } from './rows.ts';
export { knowsIdentity, mayReadWords, seesOwn } from './record.ts';
export { submit } from './submit.ts';
export { importedOf, importRequest, type ImportedState } from './importRequest.ts';
export { settingsOf } from './settings.ts';
export { verify } from './verify.ts';

/** A request with all its parts. @throws 404, also for one that the caller cannot read */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Request> =>
  ctx.read((trx) => existing(trx, ctx, id));

export const list = (ctx: WorkspaceContext, input: z.output<typeof listRequests>): Promise<RequestList> =>
  lists.list(ctx, input);

/** Requests in which a right is assigned to one person. */
export const listOf = (
  ctx: WorkspaceContext,
  { id, ...input }: z.output<typeof listRequests> & { id: string },
): Promise<RequestList> => lists.list(ctx, { ...input, assigneeId: id });

/** The moves of the specification, by our names. */
const ACTION_OF = {
  VERIFY: 'verify',
  ASSIGN: 'assign',
  SUBMIT: 'submit',
  APPROVE: 'approve',
  REJECT: 'reject',
  EXTEND: 'extend',
  REOPEN: 'reopen',
} as const;
const actionOf = ({ action, to }: Pick<MoveRequest, 'action' | 'to'>): RequestAction =>
  action === 'REVERT' ? (to === 'SUBJECT' ? 'ask' : 'revert') : ACTION_OF[action];

const EVENT_OF = {
  verify: 'request.verified',
  assign: 'request.assigned',
  submit: 'request.submitted',
  approve: 'request.approved',
  revert: 'request.reverted',
  ask: 'request.questionSent',
  reject: 'request.rejected',
  extend: 'request.extended',
  reopen: 'request.reopened',
} as const;

/** Moves that require a reason; for a submission, what was done. So does confirming an identity again. */
const WITH_REASON: readonly RequestAction[] = ['submit', 'revert', 'ask', 'reject', 'extend', 'reopen'];

/**
 * Moves rights of a request. @throws 404, 409 `staleEdit`, 409 `illegalMove` where the move is not open for a named
 * right, or for any right, 403 where the caller cannot make it, 400 for missing input, and the errors of the move
 */
export const changeStatus = (ctx: WorkspaceContext, input: MoveRequest): Promise<Request> =>
  ctx.transaction(async (trx) => {
    if (input.action === 'REJECT' && input.groundCode === DUPLICATE) await closeDuplicate(trx, ctx, input);
    else await move(trx, ctx, await locked(trx, ctx, input), input);
    return existing(trx, ctx, input.id);
  });

/**
 * Closes rights of a request that repeats another open one. It is not a refusal.
 * @throws 400 `request.duplicateOf` for itself and for one that is not confirmed, has no open right or is anonymised
 */
async function closeDuplicate(trx: Trx, ctx: WorkspaceContext, input: MoveRequest): Promise<void> {
  requirePermission(ctx.standing, 'request.manage');
  const workspaceId = ctx.workspace.id;
  const of = await queries.idOfNumber(trx, workspaceId, requestNumberIn(input.duplicateOf));
  // Both, in one order: whoever closes the other as a duplicate of this one at the same time waits, and is refused.
  for (const one of [input.id, ...(of ? [of] : [])].toSorted()) await queries.lock(trx, workspaceId, one);
  const record = await locked(trx, ctx, input);
  if (!of || of === input.id || !(await isOngoing(trx, workspaceId, of)))
    throw appError('request.duplicateOf', { at: 'duplicateOf' });
  await move(trx, ctx, record, input);
  await trx
    .updateTable('requests')
    .set({ duplicateOf: of })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', input.id)
    .execute();
}

/** Whether a request is confirmed and has an open right. */
async function isOngoing(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const request = await queries.find(trx, workspaceId, id);
  const rights = await queries.rightsOf(trx, workspaceId, [id]);
  return !!request && request.verifiedAt !== null && rights.some(({ stage }) => !isClosed(stage));
}

type Move = Pick<MoveRequest, 'action' | 'to' | 'reason' | 'rightIds' | 'assigneeId' | 'groundCode' | 'days'>;

async function move(trx: Trx, ctx: WorkspaceContext, record: RequestRecord, input: Move): Promise<void> {
  const actor = actorOf(ctx);
  const action = actionOf(input);
  if (action === 'verify' && mustConfirmAgain(record)) {
    requirePermission(actor.standing, 'request.manage');
    await verify(trx, actor, record.id, 'STAFF', { reason: reasonOf(input) });
    return;
  }
  const named = await chosen(trx, actor, record, action, input.rightIds);
  // It is one person for all rights: each that waits for confirmation is confirmed, whichever was named.
  const rights =
    action === 'verify' ? [...new Set([...named, ...record.rights.filter(({ stage }) => stage === 'VERIFY')])] : named;
  const words = {
    settings: await settingsOf(trx, actor.workspaceId),
    key: await ctx.deps.keyring.workspaceKey(trx, actor.workspaceId),
    reason: WITH_REASON.includes(action) ? reasonOf(input) : '',
    rightIds: rights.map(({ id }) => id),
  };
  const before = record.rights.map(({ assigneeId }) => assigneeId);
  for (const right of rights) {
    if (action === 'assign') {
      const assignee = await requestAssignees.require(trx, actor.workspaceId, input.assigneeId);
      await transition(trx, actor, rightWorkflow, right, 'assign', { ...words, assignee });
    } else if (action === 'reject') {
      if (!input.groundCode) throw appError('request.ground', { at: 'groundCode' });
      await transition(trx, actor, rightWorkflow, right, 'reject', { ...words, groundCode: input.groundCode });
    } else if (action === 'extend') {
      if (!input.days) throw appError('BAD_REQUEST', { issues: [{ path: ['days'], key: 'errors:required' }] });
      await transition(trx, actor, rightWorkflow, right, 'extend', { ...words, days: input.days });
    } else await transition(trx, actor, rightWorkflow, right, action, words);
  }
  if (action === 'verify')
    await trx
      .updateTable('requests')
      .set({ verifiedAt: actor.at, verifiedHow: 'STAFF' })
      .where('workspaceId', '=', actor.workspaceId)
      .where('id', '=', record.id)
      .execute();
  // The other rights may be closed as repeating that request still.
  const remaining = record.rights.filter(({ id }) => !rights.some((right) => right.id === id));
  if (action === 'reopen' && !remaining.some(({ groundCode }) => groundCode === DUPLICATE))
    await trx
      .updateTable('requests')
      .set({ duplicateOf: null })
      .where('workspaceId', '=', actor.workspaceId)
      .where('id', '=', record.id)
      .execute();
  if (REFUSING.includes(action)) await updateRefusals(trx, actor.workspaceId, record, rights);
  const after = await settle(trx, actor, record.id);
  const event =
    input.groundCode === DUPLICATE ? 'request.closedAsDuplicate' : EVENT_OF[action as keyof typeof EVENT_OF];
  await announce(trx, actor, { ...record, rights: after }, event, {
    formerly: before,
    moved: rights,
  });
}

/** Moves after which something is refused, or no longer refused. */
const REFUSING: readonly RequestAction[] = ['reject', 'approve', 'reopen'];

/** The rights of a move. @throws 409 `illegalMove`, 403, 400 for a right of another request */
async function chosen(
  trx: Trx,
  actor: Caller,
  record: RequestRecord,
  action: RequestAction,
  rightIds: readonly string[] | undefined,
): Promise<readonly queries.RightRow[]> {
  if (rightIds) {
    const named = rightIds.map((id) => record.rights.find((right) => right.id === id));
    if (named.includes(undefined)) throw appError('request.right', { at: 'rightIds' });
    return named as queries.RightRow[];
  }
  const open = record.rights.filter((right) => allowedMoves(actor, OWNERSHIP, right).includes(action));
  if (open.length > 0) return action === 'extend' ? extendable(trx, actor, open) : open;
  // Throws the reason: the state has no such move, or the caller cannot make it.
  for (const right of record.rights) assertMove(actor, OWNERSHIP, right, action);
  throw illegalMove(record.status);
}

/** Those of these rights that can be extended now; where none can, all of them, so that the move refuses them. */
async function extendable(
  trx: Trx,
  actor: Caller,
  rights: readonly queries.RightRow[],
): Promise<readonly queries.RightRow[]> {
  const clocks = await clocksOf(trx, actor.workspaceId, rights);
  const found = rights.filter((right) =>
    openMovesOf(actor, right, clocks(right.id).clock, actor.at).includes('extend'),
  );
  return found.length > 0 ? found : rights;
}

/** @throws 400 where there is none */
function reasonOf({ reason }: Move): string {
  const parsed = requiredReason.safeParse(reason);
  if (!parsed.success) throw appError('BAD_REQUEST', { issues: [{ path: ['reason'], key: 'errors:required' }] });
  return parsed.data;
}

/** Deletes an unconfirmed request. @throws 404, 409 `request.verifiedAlready` */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const record = await locked(trx, ctx, { id });
    if (!isRemovable(record)) throw appError('request.verifiedAlready');
    const { workspaceId, at } = actorOf(ctx);
    await recordRemoving(trx, actorOf(ctx), 'request', id);
    for (const right of record.rights)
      for (const kind of [RIGHT, ACT] as const) await forgetDeadline(trx, { workspaceId, kind, subjectId: right.id });
    await queries.deleteNumbered(trx, workspaceId, record, at);
    await announce(trx, actorOf(ctx), record, 'request.removed');
    return { id };
  });
}
