import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type ConsentImport,
  type ConsentImportItem,
  type createConsentImport,
  type importForms,
  type listConsentImports,
  type listImportForms,
  REQUIRED_CONSENT_FIELDS,
  type setConsentMapping,
  tellsChoice,
} from '../../../shared/consentImport/schema.ts';
import type { List } from '../../../shared/list.ts';
import { namesOf } from '../../platform/records/names.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { fileOf } from '../../platform/imports/files.ts';
import { importMapping, type MappedKind } from '../../platform/imports/mapping.ts';
import { importMoves } from '../../platform/imports/moves.ts';
import { formOf, importedFormOf, today } from './form.ts';
import * as queries from './queries.ts';
import { bare, openProblems, openSheet } from '../../platform/imports/sealed.ts';
import { readableOf } from '../../platform/imports/store.ts';

const FORMS_AT_ONCE = 50;

const kind: MappedKind<queries.StoredImport['mapping'], queries.StoredImport['summary'], ConsentImport> = {
  store: queries.store,
  existing,
  withoutCells: bare,
  async unknown(trx, ctx, { targetId, sheet }, { fields, purposes, version }) {
    const form = await formOf(trx, ctx.workspace.id, targetId!, today(ctx));
    const columns = new Set(sheet.columns.map(({ index }) => index));
    const known = new Set(form?.purposes.map((purpose) => purpose.id));
    return [
      ...Object.entries(fields)
        .filter(([, index]) => !columns.has(index))
        .map(([key]) => ['fields', key]),
      ...Object.entries(purposes)
        .filter(([purpose, index]) => !known.has(purpose) || !columns.has(index))
        .map(([key]) => ['purposes', key]),
      ...(version !== null && !form?.byVersion.has(version) ? [['version']] : []),
    ];
  },
  missing: (mapping) => [
    ...REQUIRED_CONSENT_FIELDS.filter((key) => mapping.fields[key] === undefined).map((key) => ['fields', key]),
    ...(tellsChoice(mapping) ? [] : [['fields', 'action']]),
  ],
};
export const { get, commit, cancel, removeFiles, expire, rejects } = importMoves(kind);
const mapping = importMapping(kind);
export const { check } = mapping;

/** Forms whose consents can be imported, by name. */
export const forms = (
  ctx: WorkspaceContext,
  { query }: z.output<typeof listImportForms>,
): Promise<z.output<typeof importForms>> =>
  ctx.transaction(async (trx) => {
    const rows = await queries.liveForms(trx, ctx.workspace.id, {
      query,
      ...today(ctx),
      limit: FORMS_AT_ONCE + 1,
    });
    return { collection: rows.slice(0, FORMS_AT_ONCE), more: rows.length > FORMS_AT_ONCE };
  });

/** Imports of consents, newest first; optionally of one form. */
export const list = (
  ctx: WorkspaceContext,
  input: z.output<typeof listConsentImports>,
): Promise<List<ConsentImportItem>> =>
  ctx.transaction(async (trx) => {
    const page = await queries.store.list(trx, ctx.workspace.id, input, input.form);
    const names = await namesOf(trx, ctx.workspace.id, 'consents', [
      ...new Set(page.collection.map(({ targetId }) => targetId!)),
    ]);
    return {
      ...page,
      collection: page.collection.map(({ targetId, ...item }) => ({
        ...item,
        consent: { id: targetId!, name: names.get(targetId!) ?? '' },
      })),
    };
  });

/**
 * Creates an import of an uploaded table into a form; a job reads it.
 * @throws 404 for a form of another workspace, 409 `consentImport.unpublished`, 400 at `fileId` for a file that is no
 * table
 */
export const create = (
  ctx: WorkspaceContext,
  { form: formId, fileId }: z.output<typeof createConsentImport>,
): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const form = await formOf(trx, ctx.workspace.id, formId, today(ctx));
    if (!form) throw appError('NOT_FOUND');
    if (form.versions.length === 0) throw appError('consentImport.unpublished');
    return mapping.start(trx, ctx, { fileId, targetId: form.id });
  });

/** Stores which column fills which field (`importMapping`). @throws 400, 409 */
export const setMapping = (
  ctx: WorkspaceContext,
  { fields, purposes, version, dateOrder, ...input }: z.output<typeof setConsentMapping>,
): Promise<ConsentImport> => mapping.setMapping(ctx, input, { fields, purposes, version, dateOrder });

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<ConsentImport> {
  const found = await queries.store.find(trx, ctx.workspace.id, id);
  const form = found && (await formOf(trx, ctx.workspace.id, found.targetId!, today(ctx)));
  if (!found || !form) throw appError('NOT_FOUND');
  return {
    ...readableOf(found),
    consent: { id: form.id, name: form.name },
    form: importedFormOf(form),
    sheet: await openSheet(trx, ctx, found.id, found.sheet),
    problems: await openProblems(trx, ctx, found.id, found.problems),
    rejects: await fileOf(trx, ctx, found.rejectsFileId),
  };
}
