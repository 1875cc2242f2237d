import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { type ConsentImport, type ConsentImportItem, type createConsentImport, type importForms, type listConsentImports, type listImportForms, type moveConsentImport, REQUIRED_CONSENT_FIELDS, type setConsentMapping, tellsChoice } from '../../../shared/consentImport.ts';
import type { List } from '../../../shared/list.ts';
import { OPEN } from '../../../shared/tableImport.ts';
import { origin, type WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { requireExportFile } from '../../exports/access.ts';
import { attachFile, releaseFile } from '../../files/service.ts';
import { requireImportFile } from '../../imports/access.ts';
import { emit } from '../../live/emit.ts';
import { formOf, shownForm } from './form.ts';
import * as queries from './queries.ts';
import { bare, openProblems, openSheet } from './sealed.ts';

const FORMS_AT_ONCE = 50;

/** Forms whose consents can be imported, by name. */
export const forms = (ctx: WorkspaceContext, { query }: z.output<typeof listImportForms>): Promise<z.output<typeof importForms>> =>
  ctx.transaction(async (trx) => {
    const rows = await queries.publishedForms(trx, ctx.workspace.id, query, FORMS_AT_ONCE + 1);
    return { collection: rows.slice(0, FORMS_AT_ONCE), more: rows.length > FORMS_AT_ONCE };
  });

/** Imports of consents, newest first; of one form where it is named. */
export const list = (ctx: WorkspaceContext, input: z.output<typeof listConsentImports>): Promise<List<ConsentImportItem>> =>
  ctx.transaction(async (trx) => {
    const page = await queries.list(trx, ctx.workspace.id, input, input.form);
    const names = await queries.namesOf(trx, ctx.workspace.id, [...new Set(page.collection.map(({ consentId }) => consentId!))]);
    return { ...page, collection: page.collection.map(({ consentId, ...item }) => ({ ...item, consent: { id: consentId!, name: names.get(consentId!) ?? '' } })) };
  });

export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<ConsentImport> => ctx.transaction((trx) => existing(trx, ctx, id));

/**
 * Begins an import of an uploaded table into a form: it is read by a job.
 * @throws 404 for a form of another workspace, 409 `consentImport.unpublished`, 400 at `fileId` for a file that is no table
 */
export const create = (ctx: WorkspaceContext, { form: formId, fileId }: z.output<typeof createConsentImport>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const form = await formOf(trx, workspaceId, formId);
    if (!form) throw errors.notFound();
    if (form.versions.length === 0) throw errors.conflict({ code: 'consentImport.unpublished', key: 'consentImport:unpublished' });
    // Nobody reads by an import what he may not download.
    await requireExportFile(trx, ctx, fileId);
    await requireImportFile(trx, ctx, fileId);
    const file = await attachFile(trx, { workspaceId, fileId, kind: 'consents' });
    const id = randomUUIDv7();
    await queries.insert(trx, { workspaceId, id, fileId, fileName: file.name, locale: ctx.locale, requestedBy: ctx.personnel.id, at: ctx.deps.now(), consentId: form.id });
    await queued(trx, ctx, id);
    return existing(trx, ctx, id);
  });

/**
 * Says which column fills which field. Another sheet or row of headings is read first, and its mapping suggested anew.
 * @throws 400 for a column that the file has not, a purpose or version that the form has not; 409 while a job is at work or once it is done
 */
export const setMapping = (ctx: WorkspaceContext, input: z.output<typeof setConsentMapping>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const { id, sheet, headingRow, fields, purposes, version, dateOrder } = input;
    const before = await open(trx, ctx, input);
    const at = ctx.deps.now();
    if (sheet !== before.sheet.sheet || headingRow !== before.sheet.headingRow) {
      if (!before.sheet.sheets.some(({ index }) => index === sheet)) throw errors.field('sheet', 'errors:choice');
      await queries.update(trx, ctx.workspace.id, id, at, { status: 'reading', sheet: { ...bare(before.sheet), sheet, headingRow }, done: 0, total: null });
      await queued(trx, ctx, id);
      return existing(trx, ctx, id);
    }
    const form = await formOf(trx, ctx.workspace.id, before.consentId!);
    const columns = new Set(before.sheet.columns.map(({ index }) => index));
    const known = new Set(form?.purposes.map((purpose) => purpose.id));
    const wrong = [
      ...Object.entries(fields).filter(([, index]) => !columns.has(index)).map(([key]) => ['fields', key]),
      ...Object.entries(purposes).filter(([purpose, index]) => !known.has(purpose) || !columns.has(index)).map(([key]) => ['purposes', key]),
      ...(version !== null && !form?.byVersion.has(version) ? [['version']] : []),
    ];
    if (wrong.length > 0) throw errors.badRequest({ issues: wrong.map((path) => ({ path, key: 'errors:choice' })) });
    // What was checked was checked under another mapping.
    await queries.update(trx, ctx.workspace.id, id, at, { status: 'ready', mapping: { fields, purposes, version, dateOrder }, problems: [], done: 0, total: null });
    await moved(trx, ctx, id);
    return existing(trx, ctx, id);
  });

/** Has every row checked against the form. @throws 400 naming what has no column yet */
export const check = (ctx: WorkspaceContext, input: z.output<typeof moveConsentImport>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const { mapping } = await open(trx, ctx, input);
    const missing: string[][] = REQUIRED_CONSENT_FIELDS.filter((key) => mapping.fields[key] === undefined).map((key) => ['fields', key]);
    if (!tellsChoice(mapping)) missing.push(['fields', 'action']);
    if (missing.length > 0) throw errors.badRequest({ code: 'consentImport.unmapped', key: 'consentImport:unmapped', issues: missing.map((path) => ({ path, key: 'errors:required' })) });
    await queries.update(trx, ctx.workspace.id, input.id, ctx.deps.now(), { status: 'checking', done: 0, total: null, problems: [] });
    await queued(trx, ctx, input.id);
    return existing(trx, ctx, input.id);
  });

/** Writes what the check found right. @throws 409 `consentImport.unchecked` before the check, `consentImport.nothing` when no row would be written */
export const commit = (ctx: WorkspaceContext, input: z.output<typeof moveConsentImport>): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const { status, summary } = await open(trx, ctx, input);
    if (status !== 'checked') throw errors.conflict({ code: 'consentImport.unchecked', key: 'consentImport:unchecked' });
    if (summary.accepted === 0) throw errors.conflict({ code: 'consentImport.nothing', key: 'consentImport:nothing' });
    await queries.update(trx, ctx.workspace.id, input.id, ctx.deps.now(), { status: 'running', done: 0, total: null, rowsWritten: 0 });
    await queued(trx, ctx, input.id);
    return existing(trx, ctx, input.id);
  });

/** Gives up an import that has written nothing; its files are removed. @throws 409 `illegalMove` while it writes or once it has */
export const cancel = (ctx: WorkspaceContext, { id }: { id: string }): Promise<ConsentImport> =>
  ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, id);
    if (['running', 'done', 'cancelled'].includes(before.status)) throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
    await queries.update(trx, ctx.workspace.id, id, ctx.deps.now(), { status: 'cancelled', sheet: bare(before.sheet) });
    for (const fileId of [before.fileId, before.rejectsFileId]) if (fileId) await releaseFile(trx, { workspaceId: ctx.workspace.id, fileId });
    await moved(trx, ctx, id);
    return existing(trx, ctx, id);
  });

/** Rejected rows with their reasons, as a file to correct and import again. @throws 404 when no row was rejected */
export const rejects = (ctx: WorkspaceContext, { id }: { id: string }) =>
  ctx.transaction(async (trx) => {
    const { rejects: file } = await existing(trx, ctx, id);
    if (!file) throw errors.notFound();
    return file;
  });

/** Leaves the next step to a job, in the same transaction. */
async function queued(trx: Trx, ctx: WorkspaceContext, id: string): Promise<void> {
  await ctx.deps.jobs.send(trx, 'import.run', { workspaceId: ctx.workspace.id, id }, { key: id });
  await moved(trx, ctx, id);
}

const moved = (trx: Trx, ctx: WorkspaceContext, id: string) => emit(trx, origin(ctx), { event: 'consentImport.progressed', entityId: id, recipients: [ctx.personnel.id] });

/** An import as its row keeps it, held until the transaction ends. @throws 404 */
async function locked(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.StoredImport> {
  const found = await queries.find(trx, ctx.workspace.id, id, true);
  if (!found) throw errors.notFound();
  return found;
}

/** An import that its user may change now. @throws 404, 409 `staleEdit`, `illegalMove` */
async function open(trx: Trx, ctx: WorkspaceContext, { id, rowVersion }: { id: string; rowVersion: number }): Promise<queries.StoredImport> {
  const found = await locked(trx, ctx, id);
  if (found.rowVersion !== rowVersion) throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: await existing(trx, ctx, id) } });
  if (!OPEN.includes(found.status)) throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
  return found;
}

export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<ConsentImport> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  const form = found && (await formOf(trx, ctx.workspace.id, found.consentId!));
  if (!found || !form) throw errors.notFound();
  const { fileId: _, locale: __, attempts: ___, consentId: ____, rowsWritten: _____, rejectsFileId, sheet, problems, ...facts } = found;
  return {
    ...facts,
    consent: { id: form.id, name: form.name },
    form: shownForm(form),
    sheet: await openSheet(trx, ctx, sheet),
    problems: await openProblems(trx, ctx, problems),
    rejects: await queries.fileOf(trx, ctx.workspace.id, rejectsFileId),
  };
}
