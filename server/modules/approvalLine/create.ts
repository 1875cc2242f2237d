import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  ApprovalLine,
  approvalReadiness,
  createApprovalLine,
  readiness,
  ReportType,
  resubmitApprovalLine,
} from '../../../shared/approvalLine/schema.ts';
import type { ExportFormat, ExportKind } from '../../../shared/export/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { attachGenerated, storeGenerated } from '../../platform/files/service.ts';
import { FileMissing } from '../../platform/files/store.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { recordHashes } from './material.ts';
import { lockActiveAmong } from './people.ts';
import { lineDocument } from './files.ts';
import * as queries from './queries.ts';
import * as documentQueries from './documentQueries.ts';
import * as stepQueries from './stepQueries.ts';
import { assertRuns, locked, lineView } from './service.ts';
import { announce, mailTurn, startReminder } from './turn.ts';
import { approvalWorkflow } from './workflow.ts';

/** The export that makes a document of this kind; a module that is not there yet makes none. */
const EXPORT_OF: Record<ReportType, ExportKind | null> = { ROPA: 'application-ropa', DPIA: null };

type Problem = 'noExport' | 'exportRunning' | 'exportFailed' | 'documentGone' | 'documentOutdated' | 'lineOpen';
const refused = (problem: Problem, details?: Record<string, unknown>) =>
  appError(`approvalLine.${problem}`, { details });

interface Ready {
  facts: documentQueries.ApplicationFacts;
  exportRow: documentQueries.ExportRow;
  file: Awaited<ReturnType<typeof documentQueries.documentOf>>;
  /** Of the record as the document tells it, which is as it is now. */
  recordSha256: string;
}
interface Judged {
  problem: Problem | null;
  ready: Ready | null;
}

/**
 * Whether there is a document to be approved: the newest export of the kind, finished, with its file, of the record as
 * it is now (spec 2 sections 5 and 8).
 */
async function judge(
  trx: Trx,
  ctx: WorkspaceContext,
  { reportType, applicationId }: { reportType: ReportType; applicationId: string },
): Promise<Judged> {
  const ws = ctx.workspace.id;
  const facts = await documentQueries.applicationFacts(trx, ws, applicationId);
  if (!facts) throw appError('application.notFound');
  const kind = EXPORT_OF[reportType];
  const exportRow = kind ? await documentQueries.newestExport(trx, ws, kind, applicationId) : undefined;
  const none = (problem: Problem): Judged => ({ problem, ready: null });
  if (!exportRow) return none('noExport');
  if (exportRow.status === 'waiting' || exportRow.status === 'running') return none('exportRunning');
  if (exportRow.status !== 'done') return none('exportFailed');
  if (!exportRow.fileId) return none('documentGone');
  const file = await documentQueries.documentOf(trx, ws, exportRow.fileId);
  const recordSha256 = (await recordHashes(trx, ws, [applicationId])).get(applicationId)!;
  return {
    problem: exportRow.recordSha256 !== null && exportRow.recordSha256 !== recordSha256 ? 'documentOutdated' : null,
    ready: { facts, exportRow, file, recordSha256 },
  };
}

/** Whether a line could be asked for now, and of which document. */
export function isReady(
  ctx: WorkspaceContext,
  input: z.output<typeof approvalReadiness>,
): Promise<z.infer<typeof readiness>> {
  return ctx.transaction(async (trx) => {
    const { problem, ready } = await judge(trx, ctx, input);
    const openLineId = await queries.openLineOf(trx, ctx.workspace.id, input.applicationId, input.reportType);
    const found = problem ?? (openLineId ? 'lineOpen' : null);
    return {
      ready: found === null,
      problem: found && `approvalLine:problem.${found}`,
      document: ready && {
        name: ready.file.name,
        createdAt: ready.exportRow.createdAt,
        format: ready.exportRow.format as ExportFormat,
        sha256: ready.file.sha256,
      },
      openLineId,
    };
  });
}

interface Copy {
  fileId: string;
  sha256: string;
}

/**
 * Copies the document into a file of the line's own, so that it stays when the export goes.
 * @throws 409 `approvalLine.documentGone` when it is not as it was made
 */
async function copyOf(ctx: WorkspaceContext, { file }: Ready): Promise<Copy> {
  const { deps } = ctx;
  const missingFile = (why: string): Error => {
    deps.log.error({ fileId: file.id, why }, 'a document cannot be handed in for approval');
    return refused('documentGone');
  };
  let source;
  try {
    source = await deps.files.get(file.storageKey);
  } catch (error) {
    if (error instanceof FileMissing) throw missingFile('its bytes are missing');
    throw appError('file.storeAway');
  }
  const hash = createHash('sha256');
  const expected = Number(file.size);
  let size = 0;
  let complete = false;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      complete = true;
      next();
    },
  });
  const piped = pipeline(source, measured);
  // Its failure is the writer's, who reads what is measured.
  piped.catch(() => {});
  const facts = {
    workspaceId: ctx.workspace.id,
    uploadedBy: ctx.personnel.id,
    name: file.name,
    type: file.type,
    size: expected,
    sha256: file.sha256,
  };
  const changed = 'its bytes are not those that were made';
  let copy;
  try {
    copy = await storeGenerated(deps, facts, measured);
  } catch (error) {
    // A store refuses to keep more or less than it was told of: then it is the document that is wrong, not the store.
    throw size > expected || (complete && size < expected) ? missingFile(changed) : error;
  }
  if (hash.digest('hex') !== file.sha256) throw missingFile(changed);
  return { fileId: copy.id, sha256: file.sha256 };
}

/** The document once more, in the transaction that hands it in. */
async function same(
  trx: Trx,
  ctx: WorkspaceContext,
  of: { reportType: ReportType; applicationId: string },
  first: Ready,
): Promise<Ready> {
  const { problem, ready } = await judge(trx, ctx, of);
  if (problem) throw refused(problem);
  if (ready!.exportRow.id !== first.exportRow.id) throw appError('concurrent');
  return ready!;
}

/** What there is to hand in. @throws 409 in the words of the catalogue */
async function prepared(
  ctx: WorkspaceContext,
  of: { reportType: ReportType; applicationId: string },
): Promise<{ ready: Ready; copy: Copy }> {
  const { problem, ready } = await ctx.transaction((trx) => judge(trx, ctx, of));
  if (problem || !ready) throw refused(problem ?? 'noExport');
  return { ready, copy: await copyOf(ctx, ready) };
}

/**
 * Holds the approvers, so that none of them leaves meanwhile.
 * @throws 400 at `approverIds` when one of them is not active
 */
export async function assertActive(trx: Trx, ctx: WorkspaceContext, approverIds: readonly string[]): Promise<void> {
  const active = await lockActiveAmong(trx, ctx.workspace.id, approverIds);
  const at = approverIds.flatMap((id, index) => (active.has(id) ? [] : [['approverIds', index]]));
  if (at.length > 0) throw appError('approvalLine.approverInactive', { at });
}

/** @throws 400 when nobody but the one who asks would approve */
export function assertSomebodyElse(requesterId: string, approverIds: readonly string[]): void {
  if (approverIds.every((id) => id === requesterId)) throw appError('approvalLine.onlyYourself', { at: 'approverIds' });
}

/**
 * Asks for the approval of an application's newest document, of the first approver at once.
 * @throws 409 `approvalLine.noExport`, `exportRunning`, `exportFailed`, `documentGone`, `documentOutdated` (the record
 * was changed after the export), `lineOpen` with its id in the details; 400 for an approver who is not active, or when
 * nobody else than the caller would approve
 */
export async function create(ctx: WorkspaceContext, input: z.output<typeof createApprovalLine>): Promise<ApprovalLine> {
  const { reportType, applicationId, approverIds, description } = input;
  const ws = ctx.workspace.id;
  assertSomebodyElse(ctx.personnel.id, approverIds);
  await ctx.transaction(async (trx) => {
    await assertActive(trx, ctx, approverIds);
    await assertNoneOpen(trx, ws, applicationId, reportType);
  });
  const { ready: first, copy } = await prepared(ctx, { reportType, applicationId });
  return ctx.transaction(async (trx) => {
    // Numbers without a gap, and one open line an application and kind: one at a time.
    await oneAtATime(trx, ws, 'approval lines');
    await assertNoneOpen(trx, ws, applicationId, reportType);
    await assertActive(trx, ctx, approverIds);
    const { facts, exportRow, recordSha256 } = await same(trx, ctx, { reportType, applicationId }, first);
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

async function assertNoneOpen(trx: Trx, ws: string, applicationId: string, reportType: ReportType): Promise<void> {
  const openLineId = await queries.openLineOf(trx, ws, applicationId, reportType);
  if (openLineId) throw refused('lineOpen', { openLineId });
}

/**
 * Hands a line in again, with the newest document: a new round, in which all approvers are asked. The document of the
 * round before stays: what was decided then was decided of it.
 * @throws 409 as for a new line, or when it was not sent back; 400 `approvalLine.sameDocument` at `description` for the
 * very file that an approver sent back, without a word why
 */
export async function resubmit(
  ctx: WorkspaceContext,
  input: z.output<typeof resubmitApprovalLine>,
): Promise<ApprovalLine> {
  const ws = ctx.workspace.id;
  const { reportType, applicationId } = await ctx.transaction(async (trx) => {
    const line = await locked(trx, ctx, input, 'resubmit');
    assertRuns(ctx, line);
    return line;
  });
  if (!applicationId) throw refused('documentGone');
  const { ready: first, copy } = await prepared(ctx, { reportType, applicationId });
  return ctx.transaction(async (trx) => {
    const line = await locked(trx, ctx, input, 'resubmit');
    assertRuns(ctx, line);
    const { facts, exportRow, recordSha256 } = await same(trx, ctx, { reportType, applicationId }, first);
    // An export of an earlier edition of the product does not say what record it tells of: only a newer one than the
    // change does.
    if (exportRow.recordSha256 === null && line.reopenedAt !== null && exportRow.createdAt < line.reopenedAt)
      throw refused('documentOutdated');
    const steps = await stepQueries.stepsOf(trx, ws, line.id, line.round);
    // Whoever sent a file back is not asked of it again without a word: a note of the round before tells nothing new.
    const explained = input.description !== '' && input.description !== line.description;
    if (copy.sha256 === line.sha256 && !explained && steps.some(({ status }) => status === 'REWORKED'))
      throw appError('approvalLine.sameDocument', { at: 'description' });
    const approverIds = input.approverIds ?? steps.map(({ approverId }) => approverId);
    assertSomebodyElse(line.requesterId, approverIds);
    await assertActive(trx, ctx, approverIds);
    await attachGenerated(trx, lineDocument, {
      workspaceId: ws,
      ownerId: line.id,
      fileId: copy.fileId,
      at: ctx.deps.now(),
    });
    const { applicationId: _same, ...named } = facts;
    const description = input.description || line.description;
    await transition(trx, actorOf(ctx), approvalWorkflow, line, 'resubmit', {
      columns: { ...named, ...copy, exportId: exportRow.id, recordSha256, description },
      approverIds,
    });
    return lineView(trx, ctx, line.id);
  });
}
