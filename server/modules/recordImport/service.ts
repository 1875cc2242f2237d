import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createRecordImport,
  isImported,
  type listRecordImports,
  type moveImport,
  type RecordImport,
  REQUIRED_FIELDS,
  type setImportMapping,
} from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { attachFile } from '../../platform/files/service.ts';
import { importMoves } from '../../platform/imports/moves.ts';
import { files } from './files.ts';
import * as queries from './queries.ts';

const { moved, queued, open, ...moves } = importMoves(queries.store, {
  name: 'recordImport',
  progressed: 'import.progressed',
  existing,
});
export const { get, commit, cancel, rejects } = moves;

/** Imports of the workspace's record, newest first. */
export const list = (ctx: WorkspaceContext, input: z.output<typeof listRecordImports>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));

/** Begins an import of an uploaded table: it is read by a job. @throws 400 at `fileId` for a file that is no table */
export function create(ctx: WorkspaceContext, { fileId }: z.output<typeof createRecordImport>): Promise<RecordImport> {
  return ctx.transaction(async (trx) => {
    const id = randomUUIDv7();
    const by = ctx.personnel.id;
    const file = await attachFile(trx, files.table, { workspaceId: ctx.workspace.id, ownerId: id, fileId, by });
    await queries.insert(trx, {
      workspaceId: ctx.workspace.id,
      id,
      fileId,
      fileName: file.name,
      locale: ctx.locale,
      requestedBy: ctx.personnel.id,
      at: ctx.deps.now(),
    });
    await queued(trx, ctx, id);
    return existing(trx, ctx, id);
  });
}

/**
 * Says which column fills which field. Another sheet or row of headings is read first, and its mapping suggested anew.
 * @throws 400 for a column that the file has not, 409 while a job is at work or once it is done
 */
export function setMapping(ctx: WorkspaceContext, input: z.output<typeof setImportMapping>): Promise<RecordImport> {
  const { id, sheet, headingRow, fields, addMissing } = input;
  return ctx.transaction(async (trx) => {
    const before = await open(trx, ctx, input);
    const at = ctx.deps.now();
    if (sheet !== before.sheet.sheet || headingRow !== before.sheet.headingRow) {
      if (!before.sheet.sheets.some(({ index }) => index === sheet)) throw errors.field('sheet', 'errors:choice');
      await queries.update(trx, ctx.workspace.id, id, at, {
        status: 'reading',
        sheet: { ...before.sheet, sheet, headingRow },
        done: 0,
        total: null,
      });
      await queued(trx, ctx, id);
      return existing(trx, ctx, id);
    }
    const columns = new Set(before.sheet.columns.map(({ index }) => index));
    const wrong = Object.entries(fields).filter(
      ([key, index]) => !(key === 'number' || isImported(key)) || !columns.has(index),
    );
    if (wrong.length > 0)
      throw errors.badRequest({ issues: wrong.map(([key]) => ({ path: ['fields', key], key: 'errors:choice' })) });
    // What was checked was checked under another mapping.
    await queries.update(trx, ctx.workspace.id, id, at, {
      status: 'ready',
      mapping: { fields, addMissing },
      problems: [],
      done: 0,
      total: null,
    });
    await moved(trx, ctx, id);
    return existing(trx, ctx, id);
  });
}

/** Has every row checked against the record. @throws 400 naming required fields without a column */
export const check = (ctx: WorkspaceContext, input: z.output<typeof moveImport>): Promise<RecordImport> =>
  ctx.transaction(async (trx) => {
    const { mapping } = await open(trx, ctx, input);
    const missing = REQUIRED_FIELDS.filter((key) => mapping.fields[key] === undefined);
    if (missing.length > 0)
      throw errors.badRequest({
        code: 'recordImport.unmapped',
        key: 'recordImport:unmapped',
        issues: missing.map((key) => ({ path: ['fields', key], key: 'errors:required' })),
      });
    await queries.update(trx, ctx.workspace.id, input.id, ctx.deps.now(), {
      status: 'checking',
      done: 0,
      total: null,
      problems: [],
    });
    await queued(trx, ctx, input.id);
    return existing(trx, ctx, input.id);
  });

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RecordImport> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw errors.notFound();
  const { fileId: _, locale: __, attempts: ___, consentId: ____, rowsWritten: _____, rejectsFileId, ...facts } = found;
  return { ...facts, rejects: await queries.fileOf(trx, ctx.workspace.id, rejectsFileId) };
}
