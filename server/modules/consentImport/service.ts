import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type ConsentImport,
  type ConsentImportItem,
  type createConsentImport,
  type importForms,
  type listConsentImports,
  type listImportForms,
  type moveConsentImport,
  REQUIRED_CONSENT_FIELDS,
  type setConsentMapping,
  tellsChoice,
} from '../../../shared/consentImport/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { attachFile } from '../../platform/files/service.ts';
import { importMoves } from '../../platform/imports/moves.ts';
import { files } from './files.ts';
import { formOf, shownForm } from './form.ts';
import * as queries from './queries.ts';
import { bare, openProblems, openSheet } from './sealed.ts';

const FORMS_AT_ONCE = 50;

const { moved, queued, open, ...moves } = importMoves(queries.store, {
  name: 'consentImport',
  progressed: 'consentImport.progressed',
  existing,
  onCancel: ({ sheet }) => ({ sheet: bare(sheet) }),
});
export const { get, commit, cancel, rejects } = moves;

/** Forms whose consents can be imported, by name. */
export const forms = (
  ctx: WorkspaceContext,
  { query }: z.output<typeof listImportForms>,
): Promise<z.output<typeof importForms>> =>
  ctx.transaction(async (trx) => {
    const rows = await queries.publishedForms(trx, ctx.workspace.id, query, FORMS_AT_ONCE + 1);
    return { collection: rows.slice(0, FORMS_AT_ONCE), more: rows.length > FORMS_AT_ONCE };
  });

/** Imports of consents, newest first; of one form where it is named. */
export const list = (
  ctx: WorkspaceContext,
  input: z.output<typeof listConsentImports>,
): Promise<List<ConsentImportItem>> =>
  ctx.transaction(async (trx) => {
    const page = await queries.list(trx, ctx.workspace.id, input, input.form);
    const names = await queries.namesOf(trx, ctx.workspace.id, [
      ...new Set(page.collection.map(({ consentId }) => consentId!)),
    ]);
    return {
      ...page,
      collection: page.collection.map(({ consentId, ...item }) => ({
        ...item,
        consent: { id: consentId!, name: names.get(consentId!) ?? '' },
      })),
    };
  });

/**
 * Begins an import of an uploaded table into a form: it is read by a job.
 * @throws 404 for a form of another workspace, 409 `consentImport.unpublished`, 400 at `fileId` for a file that is no
 * table
 */
export const create = (
  ctx: WorkspaceContext,
  { form: formId, fileId }: z.output<typeof createConsentImport>,
): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const form = await formOf(trx, workspaceId, formId);
    if (!form) throw errors.notFound();
    if (form.versions.length === 0)
      throw errors.conflict({ code: 'consentImport.unpublished', key: 'consentImport:unpublished' });
    const id = randomUUIDv7();
    const file = await attachFile(trx, files.table, { workspaceId, ownerId: id, fileId, by: ctx.personnel.id });
    await queries.insert(trx, {
      workspaceId,
      id,
      fileId,
      fileName: file.name,
      locale: ctx.locale,
      requestedBy: ctx.personnel.id,
      at: ctx.deps.now(),
      consentId: form.id,
    });
    await queued(trx, ctx, id);
    return existing(trx, ctx, id);
  });

/**
 * Says which column fills which field. Another sheet or row of headings is read first, and its mapping suggested anew.
 * @throws 400 for a column that the file has not, a purpose or version that the form has not; 409 while a job is at
 * work or once it is done
 */
export const setMapping = (ctx: WorkspaceContext, input: z.output<typeof setConsentMapping>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const { id, sheet, headingRow, fields, purposes, version, dateOrder } = input;
    const before = await open(trx, ctx, input);
    const at = ctx.deps.now();
    if (sheet !== before.sheet.sheet || headingRow !== before.sheet.headingRow) {
      if (!before.sheet.sheets.some(({ index }) => index === sheet)) throw errors.field('sheet', 'errors:choice');
      await queries.update(trx, ctx.workspace.id, id, at, {
        status: 'reading',
        sheet: { ...bare(before.sheet), sheet, headingRow },
        done: 0,
        total: null,
      });
      await queued(trx, ctx, id);
      return existing(trx, ctx, id);
    }
    const form = await formOf(trx, ctx.workspace.id, before.consentId!);
    const columns = new Set(before.sheet.columns.map(({ index }) => index));
    const known = new Set(form?.purposes.map((purpose) => purpose.id));
    const wrong = [
      ...Object.entries(fields)
        .filter(([, index]) => !columns.has(index))
        .map(([key]) => ['fields', key]),
      ...Object.entries(purposes)
        .filter(([purpose, index]) => !known.has(purpose) || !columns.has(index))
        .map(([key]) => ['purposes', key]),
      ...(version !== null && !form?.byVersion.has(version) ? [['version']] : []),
    ];
    if (wrong.length > 0) throw errors.badRequest({ issues: wrong.map((path) => ({ path, key: 'errors:choice' })) });
    // What was checked was checked under another mapping.
    await queries.update(trx, ctx.workspace.id, id, at, {
      status: 'ready',
      mapping: { fields, purposes, version, dateOrder },
      problems: [],
      done: 0,
      total: null,
    });
    await moved(trx, ctx, id);
    return existing(trx, ctx, id);
  });

/** Has every row checked against the form. @throws 400 naming what has no column yet */
export const check = (ctx: WorkspaceContext, input: z.output<typeof moveConsentImport>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const { mapping } = await open(trx, ctx, input);
    const missing: string[][] = REQUIRED_CONSENT_FIELDS.filter((key) => mapping.fields[key] === undefined).map(
      (key) => ['fields', key],
    );
    if (!tellsChoice(mapping)) missing.push(['fields', 'action']);
    if (missing.length > 0)
      throw errors.badRequest({
        code: 'consentImport.unmapped',
        key: 'consentImport:unmapped',
        issues: missing.map((path) => ({ path, key: 'errors:required' })),
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

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<ConsentImport> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  const form = found && (await formOf(trx, ctx.workspace.id, found.consentId!));
  if (!found || !form) throw errors.notFound();
  const {
    fileId: _,
    locale: __,
    attempts: ___,
    consentId: ____,
    rowsWritten: _____,
    rejectsFileId,
    sheet,
    problems,
    ...facts
  } = found;
  return {
    ...facts,
    consent: { id: form.id, name: form.name },
    form: shownForm(form),
    sheet: await openSheet(trx, ctx, sheet),
    problems: await openProblems(trx, ctx, problems),
    rejects: await queries.fileOf(trx, ctx.workspace.id, rejectsFileId),
  };
}
