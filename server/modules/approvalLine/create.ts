import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { ApprovalLine, createApprovalLine, resubmitApprovalLine } from '../../../shared/approvalLine/schema.ts';
import { type DocumentSubject, LINE_OPEN, subjectOf } from '../../../shared/approvalLine/subject.ts';
import { actorOf } from '../../platform/actor.ts';
import { lockActiveAmong } from '../../platform/auth/personnel.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { attachGenerated } from '../../platform/files/service.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { lineDocument } from './files.ts';
import * as queries from './queries.ts';
import * as subjectQueries from './subjectQueries.ts';
import { assertReads, prepareDocument, readAgain, refused } from './readiness.ts';
import * as stepQueries from './stepQueries.ts';
import { assertRuns, locked, lineView } from './service.ts';
import { announce, mailTurn, startReminder } from './turn.ts';
import { approvalWorkflow } from './workflow.ts';

/**
 * Locks the approvers, so that none of them leaves meanwhile: before a line is locked, as by somebody who leaves.
 * @throws 400 at `approverIds` when one of them is not active
 */
export async function assertActive(trx: Trx, ctx: WorkspaceContext, approverIds: readonly string[]): Promise<void> {
  const active = await lockActiveAmong(trx, ctx.workspace.id, approverIds);
  const at = approverIds.flatMap((id, index) => (active.has(id) ? [] : [['approverIds', index]]));
  if (at.length > 0) throw appError('approvalLine.approverInactive', { at });
}

/** @throws 400 when nobody but the requester would approve */
export function assertSomebodyElse(requesterId: string, approverIds: readonly string[]): void {
  if (approverIds.every((id) => id === requesterId)) throw appError('approvalLine.onlyYourself', { at: 'approverIds' });
}

/**
 * Requests the approval of a record's newest document; the first approver is notified immediately.
 * @throws 409 `approvalLine.noExport`, `exportRunning`, `exportFailed`, `documentGone`, `documentOutdated` (the record
 * was changed after the export), `lineOpen` with its id in the details, `privacyNotice.withdrawn`; 400 for an approver
 * who is not active, or when nobody else than the caller would approve
 */
export async function create(ctx: WorkspaceContext, input: z.output<typeof createApprovalLine>): Promise<ApprovalLine> {
  const { reportType, approverIds, description } = input;
  const subject = subjectOf(input)!;
  assertReads(ctx, subject);
  const ws = ctx.workspace.id;
  assertSomebodyElse(ctx.personnel.id, approverIds);
  await ctx.transaction(async (trx) => {
    await assertActive(trx, ctx, approverIds);
    await assertNoneOpen(trx, ws, subject);
  });
  const { ready: first, copy } = await prepareDocument(ctx, subject);
  return ctx.transaction(async (trx) => {
    // Numbers without a gap, and one open line for each application and kind: one at a time.
    await oneAtATime(trx, ws, 'approval lines');
    await assertNoneOpen(trx, ws, subject);
    await assertActive(trx, ctx, approverIds);
    const { facts, exportRow, recordSha256 } = await readAgain(trx, ctx, subject, first);
    const actor = actorOf(ctx);
    const id = randomUUIDv7();
    const number = await queries.nextNumber(trx, ws);
    await attachGenerated(trx, lineDocument, { workspaceId: ws, ownerId: id, fileId: copy.fileId, at: actor.at });
    await queries.insert(trx, actor, id, {
      ...facts,
      ...copy,
      number,
      reportType,
      description,
      exportId: exportRow.id,
      recordSha256,
      checkCode: randomBytes(24).toString('base64url'),
    });
    await stepQueries.insertSteps(
      trx,
      actor,
      id,
      1,
      approverIds.map((approverId) => ({ approverId })),
    );
    await startReminder(trx, actor, id, actor.at);
    const line = { id, number, applicationName: facts.applicationName, requesterId: ctx.personnel.id };
    const recipients = await mailTurn(trx, actor, line);
    await announce(trx, actor, 'approvalLine.created', line, {
      changes: [
        { field: 'number', old: null, new: number },
        { field: 'approvers', old: null, new: approverIds.length },
        ...(approverIds.includes(ctx.personnel.id) ? [{ field: 'requesterApproves', old: null, new: true }] : []),
      ],
      notify: recipients,
    });
    return lineView(trx, ctx, id);
  });
}

async function assertNoneOpen(trx: Trx, ws: string, subject: DocumentSubject): Promise<void> {
  const openLineId = await subjectQueries.openLineOf(trx, ws, subject);
  if (openLineId)
    throw appError('approvalLine.lineOpen', { text: LINE_OPEN[subject.reportType], details: { openLineId } });
}

/**
 * Submits a line again with the newest document: a new round, in which all approvers are asked. The document of the
 * previous round stays, since its decisions were about it.
 * @throws 409 as for a new line, or when it was not sent back; 400 `approvalLine.sameDocument` at `description` for the
 * same file that an approver sent back, without an explanation
 */
export async function resubmit(
  ctx: WorkspaceContext,
  input: z.output<typeof resubmitApprovalLine>,
): Promise<ApprovalLine> {
  const ws = ctx.workspace.id;
  const subject = await ctx.transaction(async (trx) => {
    const line = await locked(trx, ctx, input, 'resubmit');
    assertRuns(ctx, line);
    return subjectOf(line);
  });
  if (!subject) throw refused('documentGone');
  const { ready: first, copy } = await prepareDocument(ctx, subject);
  return ctx.transaction(async (trx) => {
    // Read before the approvers: if they change while these are locked, the line is a newer one.
    const rowVersion = input.rowVersion ?? (await queries.rowVersionOf(trx, ws, input.id));
    const approverIds = input.approverIds ?? (await stepQueries.approversOf(trx, ws, input.id));
    await assertActive(trx, ctx, approverIds);
    const line = await locked(trx, ctx, { id: input.id, ...(rowVersion !== undefined && { rowVersion }) }, 'resubmit');
    assertRuns(ctx, line);
    const { facts, exportRow, recordSha256 } = await readAgain(trx, ctx, subject, first);
    // An export of an earlier edition of the product does not name the state of its record: it must be newer than the
    // change.
    if (exportRow.recordSha256 === null && line.reopenedAt !== null && exportRow.createdAt < line.reopenedAt)
      throw refused('documentOutdated');
    const steps = await stepQueries.stepsOf(trx, ws, line.id, line.round);
    // An approver who sent a file back is not asked about the same file without an explanation; the note of the
    // previous round is none.
    const explained = input.description !== '' && input.description !== line.description;
    if (copy.sha256 === line.sha256 && !explained && steps.some(({ status }) => status === 'REWORKED'))
      throw appError('approvalLine.sameDocument', { at: 'description' });
    assertSomebodyElse(line.requesterId, approverIds);
    await attachGenerated(trx, lineDocument, {
      workspaceId: ws,
      ownerId: line.id,
      fileId: copy.fileId,
      at: ctx.deps.now(),
    });
    const { applicationId: _application, privacyNoticeId: _notice, ...named } = facts;
    const description = input.description || line.description;
    await transition(trx, actorOf(ctx), approvalWorkflow, line, 'resubmit', {
      columns: { ...named, ...copy, exportId: exportRow.id, recordSha256, description },
      approverIds,
    });
    return lineView(trx, ctx, line.id);
  });
}
