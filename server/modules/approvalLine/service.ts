import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Trx } from '../../../db/client.ts';
import type {
  ApprovalAction,
  ApprovalLine,
  ApprovalLineItem,
  ListApprovalLines,
} from '../../../shared/approvalLine/schema.ts';
import { subjectOf } from '../../../shared/approvalLine/subject.ts';
import { HOUR } from '../../../shared/duration.ts';
import type { ExportFormat } from '../../../shared/export/schema.ts';
import { fileUrl, viewUrl } from '../../../shared/fileUrl.ts';
import type { List } from '../../../shared/list.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import { actorOf } from '../../platform/actor.ts';
import { withName } from '../../platform/files/name.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { allowedMoves, assertOpen, transition } from '../../platform/workflow/workflow.ts';
import { isViewable } from '../../platform/files/answer.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import { isCurrent } from './material.ts';
import * as queries from './queries.ts';
import * as documentQueries from './documentQueries.ts';
import * as stepQueries from './stepQueries.ts';
import { isVisible, listIds, readerOf } from './readers.ts';
import { announce, mailTurn } from './turn.ts';
import { approvalWorkflow, OWNERSHIP } from './workflow.ts';
import { assertNewest } from '../../platform/records/stale.ts';

/** Minimum time between two reminders of one line, milliseconds. */
const REMIND_MS = HOUR;

/**
 * Lines that the caller can read: all for Admin and DPO, otherwise those they requested or have a part in
 * (docs/decisions/025).
 */
export function list(ctx: WorkspaceContext, input: ListApprovalLines): Promise<List<ApprovalLineItem>> {
  return ctx.transaction(async (trx) => {
    const reader = readerOf(ctx);
    const page = await listIds(trx, reader, input);
    const rows = await queries.itemsOf(trx, ctx.workspace.id, page.collection, reader.at);
    return { ...page, collection: rows.map((row) => itemOf(ctx, row)) };
  });
}

/** @throws 404 for a line that does not exist or that the caller has no part in */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<ApprovalLine> =>
  ctx.read((trx) => lineView(trx, ctx, id));

/** The line as the caller can read it. @throws 404 */
export async function lineView(trx: Trx, ctx: WorkspaceContext, id: string): Promise<ApprovalLine> {
  await requireVisible(trx, ctx, id);
  const ws = ctx.workspace.id;
  const at = ctx.deps.now();
  const [[row], history, rounds] = await Promise.all([
    queries.itemsOf(trx, ws, [id], at),
    queries.historyOf(trx, ws, id, at),
    queries.roundsOf(trx, ws, id),
  ]);
  const [file, outdated, approvedVersion] = await Promise.all([
    documentQueries.documentOf(trx, ws, row!.fileId),
    isOutdated(trx, ws, row!),
    versionToCompare(trx, ws, row!),
  ]);
  const item = itemOf(ctx, row!);
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  return {
    ...item,
    document: documentOf(ws, { ...withName(key, file), sha256: row!.sha256 }),
    outdated,
    reopenedAt: row!.reopenedAt,
    approvedVersion,
    checkUrl: checkUrl(ctx, row!.checkCode),
    history,
    rounds: rounds.map(({ round, requestedAt, version, fromDraft, ...file }) => ({
      round,
      requestedAt,
      version,
      fromDraft,
      document: documentOf(ws, withName(key, file)),
    })),
    allowed: allowedTo(ctx, item),
  };
}

const documentOf = (
  ws: string,
  { id, name, type, size, sha256 }: { id: string; name: string; type: string; size: number | string; sha256: string },
): ApprovalLine['document'] => ({
  id,
  url: fileUrl(ws, id),
  viewUrl: isViewable(type) ? viewUrl(ws, id) : null,
  name,
  size: Number(size),
  sha256,
  format: formatOf(type),
});

/**
 * Only published versions of the record of processing can be compared: a document of a draft, or of the version that
 * was approved, has no other to compare with, and a line does not name the version of an assessment.
 */
async function versionToCompare(trx: Trx, ws: string, row: queries.ItemRow): Promise<number | null> {
  if (row.reportType !== 'ROPA' || !row.applicationId || !isPublished(row)) return null;
  const before = await documentQueries.approvedBefore(trx, ws, row);
  return before && isPublished(before) && before.version !== row.version ? before.version : null;
}
const isPublished = ({ version, fromDraft }: documentQueries.DocumentVersion): boolean =>
  version > 0 && fromDraft !== true;

/**
 * The address at which anybody can check a document by its code. The code follows the #, so that no server or proxy
 * logs it.
 */
const checkUrl = ({ deps, locale }: Pick<WorkspaceContext, 'deps' | 'locale'>, code: string): string =>
  `${publicAddress(deps.config)}${withLocale(locale, pageAddress('approvalCheck'))}#code=${code}`;

const FORMATS: Record<string, ExportFormat> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/turtle': 'ttl',
  'application/ld+json': 'jsonld',
};
const formatOf = (type: string): ExportFormat => FORMATS[type.split(';')[0]!] ?? 'xlsx';

function itemOf(ctx: WorkspaceContext, row: queries.ItemRow): ApprovalLineItem {
  const {
    approver,
    delegate,
    since,
    applicationId: _application,
    checkCode: _code,
    fileId: _file,
    sha256: _sha,
    recordSha256: _record,
    reopenedAt: _reopened,
    ...line
  } = row;
  const current = approver && since ? { approver, delegate, since } : null;
  return { ...line, current, yourTurn: current !== null && [approver!.id, delegate?.id].includes(ctx.personnel.id) };
}

/** Whether the record differs from the submitted document; also where the record no longer exists. */
export async function isOutdated(
  trx: Trx,
  workspaceId: string,
  line: Pick<queries.LineRow, 'reportType' | 'applicationId' | 'privacyNoticeId' | 'recordSha256'>,
): Promise<boolean> {
  const subject = subjectOf(line);
  return !subject || !(await isCurrent(trx, workspaceId, subject, line.recordSha256));
}

/** What the caller can do with the line now. */
const allowedTo = (ctx: WorkspaceContext, { status, requester, yourTurn }: ApprovalLineItem): ApprovalAction[] =>
  allowedMoves(actorOf(ctx), OWNERSHIP, { status, requesterId: requester.id, hasTurn: yourTurn });

async function requireVisible(trx: Trx, ctx: WorkspaceContext, id: string): Promise<void> {
  if (!(await isVisible(trx, readerOf(ctx), id))) throw appError('approvalLine.notFound');
}

/**
 * The line, locked, for a move by the caller. `rowVersion`: the version that they read; left out, the version when
 * their call arrived, so that of two simultaneous calls only one moves it.
 * @throws 404 for a line they have no part in; 409 with the newer line when somebody was quicker, or where the move is
 * not open
 */
export async function locked(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion?: number },
  action: ApprovalAction,
): Promise<queries.LineRow> {
  const ws = ctx.workspace.id;
  await requireVisible(trx, ctx, id);
  const expectedVersion = rowVersion ?? (await queries.rowVersionOf(trx, ws, id));
  const line = await queries.lock(trx, ws, id);
  if (!line) throw appError('approvalLine.notFound');
  await assertOpen(OWNERSHIP, line, action, () => lineView(trx, ctx, id));
  await assertNewest(line, expectedVersion, () => lineView(trx, ctx, id));
  return line;
}

/** @throws 403 `approvalLine.notYours` for somebody who neither requested the line nor manages lines */
export function assertRuns(ctx: WorkspaceContext, line: Pick<queries.LineRow, 'requesterId' | 'status'>): void {
  if (!OWNERSHIP.isOwn(actorOf(ctx), line, 'edit')) throw OWNERSHIP.notOwn();
}

/** Cancels the line. @throws 409 where it has already ended */
export function cancel(ctx: WorkspaceContext, input: { id: string; rowVersion?: number }): Promise<ApprovalLine> {
  return ctx.transaction(async (trx) => {
    const line = await locked(trx, ctx, input, 'cancel');
    await transition(trx, actorOf(ctx), approvalWorkflow, line, 'cancel', {});
    return lineView(trx, ctx, line.id);
  });
}

/**
 * Reminds the approver whose turn it is, and the delegate, in the bell and by mail.
 * @throws 409 when it is nobody's turn, 429 within an hour of the last reminder of the line
 */
export function remind(ctx: WorkspaceContext, { id }: { id: string }): Promise<ApprovalLine> {
  return ctx.transaction(async (trx) => {
    await requireVisible(trx, ctx, id);
    const actor = actorOf(ctx);
    const line = (await queries.lock(trx, actor.workspaceId, id))!;
    await transition(trx, actor, approvalWorkflow, line, 'remind', {});
    const steps = await stepQueries.stepsOf(trx, actor.workspaceId, id, line.round);
    const step = steps.find(({ status }) => status === 'CURRENT')!;
    const since = step.remindedAt ? actor.at.getTime() - Date.parse(step.remindedAt) : REMIND_MS;
    if (since < REMIND_MS)
      throw appError('approvalLine.remindedLately', { details: { seconds: Math.ceil((REMIND_MS - since) / 1000) } });
    await stepQueries.markReminded(trx, actor.workspaceId, id, actor.at);
    const recipients = await mailTurn(trx, actor, line, 'reminder');
    await announce(trx, actor, 'approvalLine.reminded', line, { notify: recipients });
    return lineView(trx, ctx, id);
  });
}
