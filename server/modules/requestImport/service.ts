import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import {
  type createRequestImport,
  type listRequestImports,
  type RequestImport,
  type RequestImportItem,
  REQUIRED_REQUEST_FIELDS,
  type setRequestMapping,
} from '../../../shared/requestImport/schema.ts';
import { appError } from '../../platform/errors.ts';
import { fileOf } from '../../platform/imports/files.ts';
import { importMapping, type MappedKind } from '../../platform/imports/mapping.ts';
import { importMoves } from '../../platform/imports/moves.ts';
import { bare, openProblems, openSheet } from '../../platform/imports/sealed.ts';
import { readableOf } from '../../platform/imports/store.ts';
import { nameOf, namesOf } from '../../platform/records/names.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { publishedFormOf } from './form.ts';
import * as queries from './queries.ts';

const kind: MappedKind<queries.StoredImport['mapping'], queries.StoredImport['summary'], RequestImport> = {
  store: queries.store,
  existing,
  withoutCells: bare,
  unknown(_trx, _ctx, { sheet }, { fields }) {
    const columns = new Set(sheet.columns.map(({ index }) => index));
    return Object.entries(fields).flatMap(([key, index]) => (columns.has(index) ? [] : [['fields', key]]));
  },
  missing: ({ fields }) =>
    REQUIRED_REQUEST_FIELDS.filter((key) => fields[key] === undefined).map((key) => ['fields', key]),
};
export const { get, commit, cancel, removeFiles, expire, rejects } = importMoves(kind);
const mapping = importMapping(kind);
export const { check } = mapping;

/** Imports of requests, newest first; optionally of one form. */
export const list = (
  ctx: WorkspaceContext,
  input: z.output<typeof listRequestImports>,
): Promise<List<RequestImportItem>> =>
  ctx.transaction(async (trx) => {
    const page = await queries.store.list(trx, ctx.workspace.id, input, input.form);
    const ids = page.collection.map(({ targetId }) => targetId!);
    const names = await namesOf(trx, ctx.workspace.id, 'requestForms', [...new Set(ids)]);
    return {
      ...page,
      collection: page.collection.map(({ targetId, ...item }) => ({
        ...item,
        form: { id: targetId!, name: names.get(targetId!) ?? '' },
      })),
    };
  });

/**
 * Creates an import of an uploaded table into a form; a job reads it.
 * @throws 400 `request.noForm` for one that accepts no requests, 400 at `fileId` for a file that is no table
 */
export const create = (
  ctx: WorkspaceContext,
  { form: formId, fileId }: z.output<typeof createRequestImport>,
): Promise<RequestImport> =>
  ctx.transaction(async (trx) => {
    const form = await publishedFormOf(trx, ctx, formId);
    if (!form) throw appError('request.noForm', { at: 'form' });
    return mapping.start(trx, ctx, { fileId, targetId: form.id });
  });

/** Stores which column fills which field (`importMapping`). @throws 400, 409 */
export const setMapping = (
  ctx: WorkspaceContext,
  { fields, dateOrder, ...input }: z.output<typeof setRequestMapping>,
): Promise<RequestImport> => mapping.setMapping(ctx, input, { fields, dateOrder });

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RequestImport> {
  const found = await queries.store.find(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  const { targetId, sheet, problems, rejectsFileId } = found;
  return {
    ...readableOf(found),
    form: { id: targetId!, name: (await nameOf(trx, ctx.workspace.id, 'requestForms', targetId!)) ?? '' },
    sheet: await openSheet(trx, ctx, id, sheet),
    problems: await openProblems(trx, ctx, id, problems),
    rejects: await fileOf(trx, ctx, rejectsFileId),
  };
}
