import type { z } from 'zod';
import type { ApprovalLine, updateApprovalLine } from '../../../shared/approvalLine/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { lockActiveAmong } from '../../platform/auth/personnel.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { assertActive, assertSomebodyElse } from './create.ts';
import { everyoneOf } from './people.ts';
import * as stepQueries from './stepQueries.ts';
import { assertRuns, locked, lineView } from './service.ts';
import { startReminder, turnRecipients, announce, announceRelease, mailTurn } from './turn.ts';
import { approvalWorkflow } from './workflow.ts';

/**
 * Changes who is asked, in which order, and the message to them. Approvers who have approved keep their places (spec 2
 * section 4); when the turn passes to another approver, they are notified immediately.
 * @throws 409 with the newer line when it moved on meanwhile; 400 at `approverIds` when one who has approved would move
 * or be removed, when nobody would be left to ask, for somebody who is not active, or who acted for another in this
 * round
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateApprovalLine>): Promise<ApprovalLine> {
  const { approverIds, description } = input;
  return ctx.transaction(async (trx) => {
    await lockActiveAmong(trx, ctx.workspace.id, approverIds);
    const line = await locked(trx, ctx, input, 'edit');
    assertRuns(ctx, line);
    const actor = actorOf(ctx);
    const { workspaceId: ws, at } = actor;
    const steps = await stepQueries.stepsOf(trx, ws, line.id, line.round);
    const before = steps.map(({ approverId }) => approverId);
    const approved = steps.filter(({ status }) => status === 'APPROVED').map(({ approverId }) => approverId);
    if (approved.some((id, index) => approverIds[index] !== id))
      throw appError('approvalLine.approvedKeepPlace', { at: 'approverIds' });
    const remaining = approverIds.slice(approved.length);
    if (remaining.length === 0) throw appError('approvalLine.nobodyLeft', { at: 'approverIds' });
    assertSomebodyElse(line.requesterId, approverIds);
    const moved = JSON.stringify(before) !== JSON.stringify(approverIds);
    if (!moved && description === line.description) return lineView(trx, ctx, line.id);
    const changes = [
      ...(description === line.description ? [] : [{ field: 'description', old: line.description, new: description }]),
      ...(moved ? [{ field: 'approvers', old: before.length, new: approverIds.length }] : []),
    ];
    await transition(trx, actor, approvalWorkflow, line, 'edit', { description });
    let notify: string[] = [];
    let formerly: string[] = [];
    if (moved) {
      await assertActive(trx, ctx, remaining);
      // Whoever acted for somebody in this round would count for two.
      const twice = remaining.flatMap((id, index) =>
        steps.some(({ actedBy }) => actedBy === id) ? [['approverIds', approved.length + index]] : [],
      );
      if (twice.length > 0) throw appError('approvalLine.actedForAnother', { at: twice });
      formerly = (await everyoneOf(trx, ws, line.id, at)).all;
      const current = steps.find(({ status }) => status === 'CURRENT')!;
      const stays = current.approverId === remaining[0];
      const left = stays ? [] : await turnRecipients(trx, ws, line.id, at);
      await stepQueries.removeSteps(trx, ws, line.id, line.round, approved.length);
      await stepQueries.insertSteps(
        trx,
        actor,
        line.id,
        line.round,
        remaining.map((approverId, index) => ({
          approverId,
          ...(index === 0 && stays ? { since: current.since!, remindedAt: current.remindedAt } : {}),
        })),
        approved.length,
      );
      if (!stays) {
        await startReminder(trx, actor, line.id, at);
        notify = [...(await mailTurn(trx, actor, line)), ...left];
      }
    }
    const { all: everyone } = await everyoneOf(trx, ws, line.id, at);
    await announce(trx, actor, 'approvalLine.updated', line, {
      changes,
      notify: notify.filter((id) => everyone.includes(id)),
      formerly,
      everyone,
    });
    await announceRelease(
      trx,
      actor,
      line,
      notify.filter((id) => !everyone.includes(id)),
    );
    return lineView(trx, ctx, line.id);
  });
}
