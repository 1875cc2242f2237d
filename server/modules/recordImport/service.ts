import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createRecordImport,
  type ImportMapping,
  importMapping as importMappingOf,
  type ImportSheet,
  fits,
  isImported,
  isList,
  type listRecordImports,
  type RecordImport,
  REQUIRED_FIELDS,
  type setImportMapping,
} from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { fileOf } from '../../platform/imports/files.ts';
import { importMapping, type MappedKind } from '../../platform/imports/mapping.ts';
import { importMoves } from '../../platform/imports/moves.ts';
import { readableOf } from '../../platform/imports/store.ts';
import * as queries from './queries.ts';

const kind: MappedKind<queries.StoredImport['mapping'], queries.StoredImport['summary'], RecordImport> = {
  store: queries.store,
  existing,
  remembers: true,
  unknown: (_trx, _ctx, { sheet }, mapping) => unknownParts(sheet, mapping),
  missing: ({ fields, constants }) =>
    REQUIRED_FIELDS.filter((key) => fields[key] === undefined && !constants[key]).map((key) => ['fields', key]),
};

/** Columns in a mapping that do not exist, and cells that no field can hold. */
function unknownParts(sheet: ImportSheet, { fields, more, notes, constants, values }: ImportMapping): string[][] {
  const columns = new Set(sheet.columns.map(({ index }) => index));
  return [
    ...Object.entries(fields)
      .filter(([key, index]) => !(key === 'number' || isImported(key)) || !columns.has(index))
      .map(([key]) => ['fields', key]),
    ...Object.entries(more)
      .filter(([key, own]) => !isImported(key) || !isList(key) || own.some((index) => !columns.has(index)))
      .map(([key]) => ['more', key]),
    ...notes.flatMap((index, place) => (columns.has(index) ? [] : [['notes', String(place)]])),
    ...Object.entries(constants).flatMap(([key, text]) => (fits(key, text) ? [] : [['constants', key]])),
    ...values.flatMap(({ field, meaning }, place) =>
      meaning === null
        ? isImported(field)
          ? []
          : [['values', String(place), 'field']]
        : fits(field, meaning)
          ? []
          : [['values', String(place), 'meaning']],
    ),
  ];
}

export const { get, commit, cancel, removeFiles, expire, rejects } = importMoves(kind);
const mapping = importMapping(kind);
export const { check, forget } = mapping;

/** Imports of the workspace's record, newest first. */
export const list = (ctx: WorkspaceContext, input: z.output<typeof listRecordImports>) =>
  ctx.transaction((trx) => queries.store.list(trx, ctx.workspace.id, input));

/** Creates an import of an uploaded table; a job reads it. @throws 400 at `fileId` for a file that is no table */
export const create = (ctx: WorkspaceContext, { fileId }: z.output<typeof createRecordImport>): Promise<RecordImport> =>
  ctx.transaction((trx) => mapping.start(trx, ctx, { fileId }));

/** Stores which column fills which field (`importMapping`). @throws 400, 409 */
export const setMapping = (ctx: WorkspaceContext, input: z.output<typeof setImportMapping>): Promise<RecordImport> =>
  mapping.setMapping(ctx, input, importMappingOf.parse(input));

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RecordImport> {
  const found = await queries.store.find(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  return { ...readableOf(found), rejects: await fileOf(trx, ctx, found.rejectsFileId) };
}
