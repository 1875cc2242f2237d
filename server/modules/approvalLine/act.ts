import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  actOnApprovalLine,
  ApprovalAction,
  ApprovalLine,
  ApprovalStatus,
} from '../../../shared/approvalLine/schema.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { actorOf, systemActor, type PersonnelActor, type WithDeps } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { reopen } from './changed.ts';
import { askedBy, isOnlySigner, turnOf } from './people.ts';
import * as queries from './queries.ts';
import { get, isOutdated, locked, shown } from './service.ts';
import { arm, disarm, say, tellRequester, tellTurn } from './turn.ts';

type Input = z.output<typeof actOnApprovalLine>;
const ACTION: Record<Input['status'], ApprovalAction> = { APPROVED: 'approve', REJECTED: 'reject', REWORKED: 'rework' };

/**
 * Says yes, no or "once more" to the document, as the one whose turn it is or who stands in for him now. A yes makes it
 * the next one's turn, the last one decides.
 * @throws 404 without a part in the line; 409 with the newer line when somebody was quicker, when the caller has acted
 * already, or `approvalLine.documentOutdated` when the record no longer reads like the document: the line is then back
 * with the one who asked; 403 `approvalLine.notYourTurn`, `approvalLine.standInBarred` for who stands in for somebody
 * but has a part of his own in the line, or `approvalLine.onlySigner` for the last yes of a round that only its
 * requester would sign
 */
export async function act(ctx: WorkspaceContext, input: Input): Promise<ApprovalLine> {
  const outdated = await ctx.transaction(async (trx) => {
    const locked = await lockedForMe(trx, ctx, input);
    const changed = input.status === 'APPROVED' && (await isOutdated(trx, ctx.workspace.id, locked.line));
    // What nobody may approve any more is sent back, and that stays: so it is told only after the transaction.
    if (changed) await reopen(trx, systemActor(ctx.deps, ctx.workspace.id), locked.line);
    else if (input.status === 'APPROVED') await approve(trx, actorOf(ctx), locked, input.comment);
    else await decline(trx, actorOf(ctx), locked, input.status, input.comment);
    return changed;
  });
  // The next approver hears of it before the answer is read together.
  const line = await get(ctx, input);
  if (outdated)
    throw errors.conflict({
      code: 'approvalLine.documentOutdated',
      key: 'approvalLine:problem.documentChanged',
      details: { current: line },
    });
  return line;
}

interface Turn {
  line: queries.LineRow;
  steps: queries.StepRow[];
  current: queries.StepRow;
}

async function lockedForMe(trx: Trx, ctx: WorkspaceContext, input: Input): Promise<Turn> {
  const ws = ctx.workspace.id;
  const me = ctx.personnel.id;
  const line = await locked(trx, ctx, input, ACTION[input.status]);
  const steps = await queries.stepsOf(trx, ws, line.id, line.round);
  const current = steps.find(({ status }) => status === 'CURRENT');
  const turn = await turnOf(trx, ws, line.id, ctx.deps.now());
  if (!current || !askedBy(turn).includes(me)) {
    if (turn?.standIn === me)
      throw errors.forbidden({ code: 'approvalLine.standInBarred', key: 'approvalLine:problem.standInBarred' });
    const acted = steps.some(({ approverId, status }) => approverId === me && status === 'APPROVED');
    if (acted)
      throw errors.conflict({
        code: 'approvalLine.alreadyActed',
        key: 'approvalLine:problem.alreadyActed',
        details: { current: await shown(trx, ctx, line.id) },
      });
    throw errors.forbidden({ code: 'approvalLine.notYourTurn', key: 'approvalLine:problem.notYourTurn' });
  }
  return { line, steps, current };
}

async function approve(
  trx: Trx,
  actor: WithDeps<PersonnelActor>,
  { line, steps, current }: Turn,
  comment: string,
): Promise<void> {
  const next = steps.find(({ status }) => status === 'WAITING');
  if (!next && isOnlySigner(line.requesterId, steps, { position: current.position, by: actor.personnelId }))
    throw errors.forbidden({ code: 'approvalLine.onlySigner', key: 'approvalLine:problem.onlySigner' });
  await queries.endStep(trx, actor, line.id, { round: line.round, position: current.position }, 'APPROVED', comment);
  const status: ApprovalStatus = next ? 'PENDING' : 'APPROVED';
  await queries.update(trx, actor, line.id, { status, ...(next ? {} : { decidedAt: actor.at }) });
  const changes = [
    { field: 'approvalStatus', old: line.status, new: status },
    { field: 'position', old: null, new: current.position },
    ...standIn(actor, current),
  ];
  if (next) {
    await queries.beginStep(trx, actor, line.id, line.round, next.position);
    await arm(trx, actor, line.id, actor.at);
    await say(trx, actor, 'approvalLine.stepApproved', line, {
      changes,
      notify: [...(await tellTurn(trx, actor, line)), line.requesterId],
    });
  } else {
    await disarm(trx, actor, line.id);
    await tellRequester(trx, actor, line, 'approved');
    await say(trx, actor, 'approvalLine.approved', line, { changes, notify: [line.requesterId] });
  }
}

const DECLINED: Record<'REJECTED' | 'REWORKED', { event: EventName; decision: 'rejected' | 'reworked' }> = {
  REJECTED: { event: 'approvalLine.rejected', decision: 'rejected' },
  REWORKED: { event: 'approvalLine.reworked', decision: 'reworked' },
};

async function decline(
  trx: Trx,
  actor: WithDeps<PersonnelActor>,
  { line, steps, current }: Turn,
  status: 'REJECTED' | 'REWORKED',
  comment: string,
): Promise<void> {
  await queries.endStep(trx, actor, line.id, { round: line.round, position: current.position }, status, comment);
  await queries.skipSteps(trx, actor.workspaceId, line.id);
  await queries.update(trx, actor, line.id, { status, ...(status === 'REJECTED' ? { decidedAt: actor.at } : {}) });
  await disarm(trx, actor, line.id);
  const { event, decision } = DECLINED[status];
  await tellRequester(trx, actor, line, decision, comment);
  const before = steps.filter((step) => step.status === 'APPROVED').map(({ approverId }) => approverId);
  await say(trx, actor, event, line, {
    changes: [
      { field: 'approvalStatus', old: line.status, new: status },
      { field: 'position', old: null, new: current.position },
      ...standIn(actor, current),
    ],
    notify: [line.requesterId, ...before],
  });
}

/** That somebody stood in is part of what is logged. */
const standIn = ({ personnelId }: WithDeps, { approverId }: queries.StepRow) =>
  personnelId === approverId ? [] : [{ field: 'standIn', old: null, new: true }];
