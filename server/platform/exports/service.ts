import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  EXPORT_KINDS,
  type ExportFormat,
  type ExportItem,
  type ExportKind,
  EXPORTS_AT_ONCE,
  RECENT_EXPORTS,
  type ListExports,
  type StartExport,
} from '../../../shared/export/schema.ts';
import type { ExportStatus } from '../../../shared/export/status.ts';
import type { ExportSubject } from '../../../shared/registry/exportKinds.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { type IssueLike, issueKey } from '../../../shared/issues.ts';
import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { kindsOf, moduleOf, requireKind, sees, seesRequestedOnly } from './access.ts';
import { emit } from '../live/emit.ts';
import { oneAtATime } from '../database/locks.ts';
import { transition } from '../workflow/workflow.ts';
import * as queries from './queries.ts';
import { exportWorkflow } from './workflow.ts';

const INPUT_LIMIT = 20_000;
/** Told to whoever has to wait: most exports take less. */
const WAIT_SECONDS = 15;

/**
 * Starts an export: its row and its job, or neither.
 * @throws AppError 403 without the kind's permission, 404 for a record of another workspace, 429 for too many at once
 */
export async function start(ctx: WorkspaceContext, wanted: StartExport): Promise<ExportItem> {
  const { kind } = wanted;
  const rule: { formats: readonly ExportFormat[]; of?: string } = EXPORT_KINDS[kind];
  requireKind(ctx, kind);
  const format = wanted.format ?? rule.formats[0]!;
  if (!rule.formats.includes(format)) throw appError('BAD_REQUEST', { at: 'format', text: 'errors:choice' });
  const prepared = await inputOf(ctx, kind, wanted.input ?? {});
  if (rule.of ? !wanted.subjectId : wanted.subjectId)
    throw appError('BAD_REQUEST', { at: 'subjectId', text: rule.of ? 'errors:required' : 'errors:choice' });
  const subjectId = wanted.subjectId ?? null;
  const ws = ctx.workspace.id;
  const input = await admitted(ctx, kind, prepared, subjectId);
  const id = randomUUIDv7();
  return ctx.transaction(async (trx) => {
    const subject = subjectId === null ? '' : await subjectOf(trx, ctx, kind, subjectId);
    await requireRoom(trx, ws, ctx.personnel.id);
    await queries.insert(trx, {
      workspaceId: ws,
      id,
      kind,
      format,
      locale: wanted.locale ?? ctx.locale,
      subjectId,
      subject,
      input,
      requestedBy: ctx.personnel.id,
      scopes: ctx.standing.scopes,
      at: ctx.deps.now(),
    });
    await ctx.deps.jobs.send(trx, 'export.run', { workspaceId: ws, id }, { key: id });
    await emit(trx, actorOf(ctx), {
      event: 'export.started',
      entityId: id,
      ...moduleOf(kind),
      subject,
      recipients: [ctx.personnel.id],
      security: { kind, format },
    });
    return exportItemOf(ws, await existing(trx, ctx, id));
  });
}

/** The filters as the kind's schema takes them; what it finds wrong is reported under `input`. */
async function inputOf(ctx: WorkspaceContext, kind: ExportKind, input: Record<string, unknown>): Promise<unknown> {
  const maker = await ctx.deps.modules.exports.get(kind)?.();
  if (!maker) throw appError('BAD_REQUEST', { at: 'kind', text: 'errors:choice' });
  // One that is not applied would leave more in the document than the screen showed.
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(maker.filters, name));
  if (unknown !== undefined) throw appError('BAD_REQUEST', { at: `input.${unknown}`, text: 'errors:choice' });
  const parsed: z.ZodSafeParseResult<unknown> = await maker.input.safeParseAsync(input);
  if (!parsed.success) {
    throw appError('BAD_REQUEST', {
      issues: parsed.error.issues.map((issue) => ({
        path: ['input', ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
        ...issueKey(issue as IssueLike),
      })),
    });
  }
  if (JSON.stringify(parsed.data).length > INPUT_LIMIT)
    throw appError('BAD_REQUEST', { at: 'input', text: 'errors:tooLong.long' });
  return parsed.data;
}

/** The input as it is kept. */
const admitted = async (
  ctx: WorkspaceContext,
  kind: ExportKind,
  input: unknown,
  subjectId: string | null,
): Promise<unknown> => {
  const maker = await ctx.deps.modules.exports.get(kind)?.();
  return maker?.admitted ? maker.admitted(ctx, input, subjectId) : input;
};

/** The name of the record that the export is of. @throws 404 */
async function subjectOf(trx: Trx, ctx: WorkspaceContext, kind: ExportKind, subjectId: string): Promise<string> {
  const { of }: { permission: string; of?: ExportSubject } = EXPORT_KINDS[kind];
  const name = of && (await ctx.deps.modules.exportSubjects.get(of)?.(trx, ctx.workspace.id, subjectId));
  if (name === undefined) throw appError(of === undefined ? 'NOT_FOUND' : `${of}.notFound`);
  return name;
}

async function requireRoom(trx: Trx, ws: string, personnelId: string): Promise<void> {
  await oneAtATime(trx, ws, `exports of ${personnelId}`);
  if ((await queries.openOf(trx, ws, personnelId)) < EXPORTS_AT_ONCE) return;
  throw appError('export.tooMany', { values: { count: EXPORTS_AT_ONCE }, details: { seconds: WAIT_SECONDS } });
}

/** The row, for a caller who may start its kind; none where there is none, or none that they see. @throws 403 */
async function findRow(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.ExportRow | undefined> {
  const row = await queries.find(trx, ctx.workspace.id, id);
  if (!row) return undefined;
  requireKind(ctx, row.kind);
  return sees(ctx, row) ? row : undefined;
}

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.ExportRow> {
  const row = await findRow(trx, ctx, id);
  if (!row) throw appError('export.notFound');
  return row;
}

export const get = (ctx: WorkspaceContext, id: string): Promise<ExportItem> =>
  ctx.transaction(async (trx) => exportItemOf(ctx.workspace.id, await existing(trx, ctx, id)));

/** An export of this workspace, if it has one of that id. @throws 403 without the permission of its kind */
export const find = (ctx: WorkspaceContext, id: string): Promise<ExportItem | undefined> =>
  ctx.transaction(async (trx) => {
    const row = await findRow(trx, ctx, id);
    return row && exportItemOf(ctx.workspace.id, row);
  });

/** Exports that the caller sees, of the kinds that they may start, without those they took off their list. */
export async function list(ctx: WorkspaceContext, input: ListExports): Promise<List<ExportItem>> {
  const kinds = kindsOf(ctx);
  const reader = { personnelId: ctx.personnel.id, requested: kinds.filter((kind) => seesRequestedOnly(ctx, kind)) };
  const page = await ctx.transaction((trx) => queries.listRows(trx, ctx.workspace.id, kinds, input, reader));
  return { ...page, collection: page.collection.map((row) => exportItemOf(ctx.workspace.id, row)) };
}

/** The newest exports of one record that the caller sees, at most as many as are kept. */
export async function latestOf(ctx: WorkspaceContext, kind: ExportKind, subjectId: string): Promise<List<ExportItem>> {
  const rows = await ctx.transaction(async (trx) => {
    await subjectOf(trx, ctx, kind, subjectId);
    const requestedBy = seesRequestedOnly(ctx, kind) ? ctx.personnel.id : undefined;
    return queries.latestOf(trx, ctx.workspace.id, { kind, subjectId, requestedBy }, RECENT_EXPORTS);
  });
  return {
    collection: rows.map((row) => exportItemOf(ctx.workspace.id, row)),
    meta: { currentPage: 1, pageSize: RECENT_EXPORTS, totalPage: 1, totalItems: rows.length },
  };
}

/**
 * Begins a failed export again, under its own id and for the one who asked for it; `kind`: only one of that kind.
 * @throws AppError 409 for one that has not failed
 */
export function retry(ctx: WorkspaceContext, id: string, kind?: ExportKind): Promise<ExportItem> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const row = await existing(trx, ctx, id);
    if (kind !== undefined && row.kind !== kind) throw appError('export.notFound');
    await requireRoom(trx, ws, row.requestedBy);
    await transition(trx, actorOf(ctx), exportWorkflow, row, 'retry', {});
    return exportItemOf(ws, await existing(trx, ctx, id));
  });
}

/**
 * Takes an ended export off the caller's own list; its file stays as long as any.
 * @throws AppError 403 for somebody else's, 409 while it runs
 */
export function clear(ctx: WorkspaceContext, id: string): Promise<void> {
  return ctx.transaction(async (trx) => {
    const row = await existing(trx, ctx, id);
    if (row.requestedBy !== ctx.personnel.id) throw appError('export.notYours');
    await transition(trx, actorOf(ctx), exportWorkflow, row, 'clear', {});
  });
}

function exportItemOf(ws: string, row: queries.ExportRow): ExportItem {
  return {
    id: row.id,
    kind: row.kind as ExportKind,
    format: row.format as ExportFormat,
    locale: row.locale as Locale,
    subjectId: row.subjectId,
    subject: row.subject,
    status: row.status as ExportStatus,
    done: row.done,
    total: row.total,
    attempts: row.attempts,
    errorCode: row.errorCode,
    file:
      row.status === 'done' && row.fileId && row.fileName !== null && row.fileSize !== null
        ? { id: row.fileId, url: fileUrl(ws, row.fileId), name: row.fileName, size: row.fileSize }
        : null,
    requestedBy: { id: row.requestedBy, name: row.requester },
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
