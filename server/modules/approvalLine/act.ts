import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { actOnApprovalLine, ApprovalAction, ApprovalLine } from '../../../shared/approvalLine/schema.ts';
import { actorOf, systemActor } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { recipientsOf, turnOf } from './people.ts';
import type * as queries from './queries.ts';
import * as stepQueries from './stepQueries.ts';
import { get, isOutdated, locked, lineView } from './service.ts';
import { approvalWorkflow } from './workflow.ts';

type Input = z.output<typeof actOnApprovalLine>;
const ACTION = { APPROVED: 'approve', REJECTED: 'reject', REWORKED: 'rework' } as const satisfies Record<
  Input['status'],
  ApprovalAction
>;

/**
 * Approves, rejects or sends back the document, as the approver whose turn it is or as their delegate. After an
 * approval the next approver is notified; the last approval decides. A person alone decides, never a program.
 * @throws 404 without a part in the line; 409 with the newer line when somebody was quicker, when the caller has
 * already acted, or `approvalLine.documentOutdated` when the record no longer matches the document: the line is then
 * sent back to its requester; 403 `approvalLine.byProgram`, `approvalLine.notYourTurn`, `approvalLine.standInBarred`
 * for a delegate who has their own part in the line, or `approvalLine.onlySigner` for the last approval of a round that
 * only its requester would sign
 */
export async function act(ctx: WorkspaceContext, input: Input): Promise<ApprovalLine> {
  if (ctx.session.program) throw appError('approvalLine.byProgram');
  const outdated = await ctx.transaction(async (trx) => {
    const { line, ...round } = await lockedForMe(trx, ctx, input);
    const changed = input.status === 'APPROVED' && (await isOutdated(trx, ctx.workspace.id, line));
    // An outdated document is sent back, and that must be committed: so the refusal follows the transaction.
    if (changed) await transition(trx, systemActor(ctx.deps, ctx.workspace.id), approvalWorkflow, line, 'reopen', {});
    else
      await transition(trx, actorOf(ctx), approvalWorkflow, line, ACTION[input.status], {
        ...round,
        comment: input.comment,
      });
    return changed;
  });
  // Read after the commit, so that the next approver is notified before this answer is assembled.
  const line = await get(ctx, input);
  if (outdated)
    throw appError('approvalLine.documentOutdated', {
      text: 'approvalLine:problem.documentChanged',
      details: { current: line },
    });
  return line;
}

interface Turn {
  line: queries.LineRow;
  steps: stepQueries.StepRow[];
  current: stepQueries.StepRow;
}

async function lockedForMe(trx: Trx, ctx: WorkspaceContext, input: Input): Promise<Turn> {
  const ws = ctx.workspace.id;
  const me = ctx.personnel.id;
  const line = await locked(trx, ctx, input, ACTION[input.status]);
  const steps = await stepQueries.stepsOf(trx, ws, line.id, line.round);
  const current = steps.find(({ status }) => status === 'CURRENT');
  const turn = await turnOf(trx, ws, line.id, ctx.deps.now());
  if (!current || !recipientsOf(turn).includes(me)) {
    if (turn?.standIn === me) throw appError('approvalLine.standInBarred');
    const acted = steps.some(({ approverId, status }) => approverId === me && status === 'APPROVED');
    if (acted) throw appError('approvalLine.alreadyActed', { details: { current: await lineView(trx, ctx, line.id) } });
    throw appError('approvalLine.notYourTurn');
  }
  return { line, steps, current };
}
