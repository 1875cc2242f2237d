import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { approvalReadiness, readiness } from '../../../shared/approvalLine/schema.ts';
import { type DocumentSubject, LINE_OPEN, type ReportType, subjectOf } from '../../../shared/approvalLine/subject.ts';
import type { ExportFormat, ExportKind } from '../../../shared/export/schema.ts';
import { isExportOpen } from '../../../shared/export/status.ts';
import { requirePermission } from '../../platform/auth/permission.ts';
import { appError } from '../../platform/errors.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { noticeHashes } from '../privacyNotice/approval/material.ts';
import { type Copy, copyOf } from './documentCopy.ts';
import * as documentQueries from './documentQueries.ts';
import { dpiaHashes } from './material.ts';
import { type RecordHashes, recordHashes } from '../ropa/documents/hash.ts';
import * as subjectQueries from './subjectQueries.ts';

/** The export that creates a document of this kind. */
const EXPORT_OF: Record<ReportType, ExportKind> = {
  ROPA: 'application-ropa',
  DPIA: 'dpia-report',
  NOTICE: 'privacy-notice',
};

/** The approval of a notice is requested by those who can read notices. @throws 403 */
export function assertReads({ standing }: Pick<WorkspaceContext, 'standing'>, { reportType }: DocumentSubject): void {
  if (reportType === 'NOTICE') requirePermission(standing, 'privacyNotice.read');
}

type Problem = 'noExport' | 'exportRunning' | 'exportFailed' | 'documentGone' | 'documentOutdated';
/** The error for what prevents a submission. */
export const refused = (problem: Problem) => appError(`approvalLine.${problem}`);

/** A document that can be submitted. */
interface Ready {
  facts: documentQueries.DocumentFacts;
  exportRow: documentQueries.ExportRow;
  file: Awaited<ReturnType<typeof documentQueries.documentOf>>;
  /** Of the record as in the document, which is also its current state. */
  recordSha256: string;
}
interface Judged {
  problem: Problem | null;
  ready: Ready | null;
}

/**
 * Whether there is a document to approve: the newest export of the kind, finished, with its file, of the record's
 * current state (spec 2 sections 5 and 8). @throws 404, 409 `privacyNotice.withdrawn`
 */
async function judge(trx: Trx, ctx: WorkspaceContext, subject: DocumentSubject): Promise<Judged> {
  const { reportType, subjectId } = subject;
  const ws = ctx.workspace.id;
  const kind = EXPORT_OF[reportType];
  const [found, assessments] = await Promise.all([
    reportType === 'NOTICE'
      ? documentQueries.noticeFacts(trx, ws, subjectId)
      : documentQueries.applicationFacts(trx, ws, subjectId),
    reportType === 'DPIA' ? documentQueries.assessmentsOf(trx, ws, subjectId) : null,
  ]);
  if (!found) throw appError(reportType === 'NOTICE' ? 'privacyNotice.notFound' : 'application.notFound');
  if (found.isWithdrawn) throw appError('privacyNotice.withdrawn');
  const subjectIds = assessments?.map(({ id }) => id) ?? [subjectId];
  const exportRow = await documentQueries.newestExport(trx, ws, kind, subjectIds);
  const none = (problem: Problem): Judged => ({ problem, ready: null });
  if (!exportRow) return none('noExport');
  if (isExportOpen(exportRow.status)) return none('exportRunning');
  if (exportRow.status !== 'done') return none('exportFailed');
  if (!exportRow.fileId) return none('documentGone');
  const { isDraft, version, isWithdrawn: _, ...subjectFacts } = found;
  const now = assessments?.find(({ id }) => id === exportRow.subjectId) ?? { version, isDraft };
  const facts = { ...subjectFacts, ...versionOf(exportRow, now) };
  const [file, { current, valid }] = await Promise.all([
    documentQueries.documentOf(trx, ws, exportRow.fileId),
    hashesNow(trx, ws, subject, exportRow),
  ]);
  return {
    problem: exportRow.recordSha256 !== null && !valid.has(exportRow.recordSha256) ? 'documentOutdated' : null,
    ready: { facts, exportRow, file, recordSha256: current },
  };
}

/**
 * The version that the export is of, or the draft after it, as of the time when it was made: the record may have been
 * published since. Where that was not stored, it is the draft that the record has now, which it matches by its hash;
 * otherwise the newest version, or the draft before or after it.
 */
const versionOf = (
  { recordSha256, recordVersion, recordFromDraft }: documentQueries.ExportRow,
  { version, isDraft }: documentQueries.CurrentVersion,
): documentQueries.DocumentVersion =>
  recordVersion === null
    ? { version, fromDraft: isDraft && recordSha256 !== null ? true : null }
    : { version: recordVersion, fromDraft: recordFromDraft };

/** The hashes of the record that the export is of, as it is now. */
async function hashesNow(
  trx: Trx,
  ws: string,
  { reportType, subjectId }: DocumentSubject,
  { recordSha256 }: documentQueries.ExportRow,
): Promise<RecordHashes> {
  if (reportType === 'ROPA') return (await recordHashes(trx, ws, [subjectId])).get(subjectId)!;
  if (reportType === 'NOTICE') {
    // What an earlier approval published is no document of the draft.
    const { current } = (await noticeHashes(trx, ws, [subjectId])).get(subjectId)!;
    return { current, valid: new Set([current]) };
  }
  // Of several assessments, the one that the document is of; if none has this hash, it was changed since.
  const valid = (await dpiaHashes(trx, ws, [subjectId])).get(subjectId) ?? new Set();
  return { current: recordSha256 !== null && valid.has(recordSha256) ? recordSha256 : '', valid };
}

/** Whether a line can be requested now, and for which document. */
export function isReady(
  ctx: WorkspaceContext,
  input: z.output<typeof approvalReadiness>,
): Promise<z.infer<typeof readiness>> {
  const subject = subjectOf(input)!;
  assertReads(ctx, subject);
  return ctx.read(async (trx) => {
    const [{ problem, ready }, openLineId] = await Promise.all([
      judge(trx, ctx, subject),
      subjectQueries.openLineOf(trx, ctx.workspace.id, subject),
    ]);
    const found = problem ? `approvalLine:problem.${problem}` : openLineId && LINE_OPEN[subject.reportType];
    return {
      ready: found === null,
      problem: found,
      document: ready && {
        name: nameOfFile(await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id), ready.file.id, ready.file),
        createdAt: ready.exportRow.createdAt,
        format: ready.exportRow.format as ExportFormat,
        sha256: ready.file.sha256,
      },
      openLineId,
    };
  });
}

/** The document again, in the transaction that submits it. */
export async function readAgain(trx: Trx, ctx: WorkspaceContext, of: DocumentSubject, first: Ready): Promise<Ready> {
  const { problem, ready } = await judge(trx, ctx, of);
  if (problem) throw refused(problem);
  if (ready!.exportRow.id !== first.exportRow.id) throw appError('concurrent');
  return ready!;
}

/** The document that can be submitted. @throws 409 with the code of what prevents it */
export async function prepareDocument(
  ctx: WorkspaceContext,
  of: DocumentSubject,
): Promise<{ ready: Ready; copy: Copy }> {
  const { problem, ready } = await ctx.transaction((trx) => judge(trx, ctx, of));
  if (problem || !ready) throw refused(problem ?? 'noExport');
  return { ready, copy: await copyOf(ctx, ready.file) };
}
