import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { fileUrl } from '../../../shared/file.ts';
import type { List } from '../../../shared/list.ts';
import { AT_WORK, type ImportMapping, importMapping, type ImportProblem, type ImportSheet, importSheet, type ImportStatus, type ImportSummary, importSummary, type RecordImport, type RecordImportItem } from '../../../shared/recordImport.ts';
import { containing, pageOf, type Page } from '../../list.ts';

const KIND = 'ropa';

/** An import as its row keeps it. */
export interface StoredImport extends Omit<RecordImport, 'rejects'> {
  /** Null once the file of a cancelled import was swept. */
  fileId: string | null;
  /** Runs of the step at hand; the newest one alone may write. */
  attempts: number;
  locale: 'th' | 'en';
  rejectsFileId: string | null;
}

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('imports')
    .innerJoin('personnel as person', (join) => join.onRef('person.workspaceId', '=', 'imports.workspaceId').onRef('person.id', '=', 'imports.requestedBy'))
    .where('imports.workspaceId', '=', workspaceId)
    .where('imports.kind', '=', KIND);
const COLUMNS = ['imports.id', 'fileName', 'imports.status', 'summary', 'imports.createdAt', 'imports.updatedAt', 'person.id as personId', 'person.name as personName'] as const;
type Row = { id: string; fileName: string; status: string; summary: unknown; createdAt: string; updatedAt: string; personId: string; personName: string };

function itemOf({ id, fileName, status, summary, createdAt, updatedAt, personId, personName }: Row): RecordImportItem {
  const { rows, accepted, rejected } = importSummary.parse(summary);
  return { id, fileName, status: status as ImportStatus, rows, accepted, rejected, createdAt, updatedAt, requestedBy: { id: personId, name: personName } };
}

export async function list(db: Executor, workspaceId: string, input: Page): Promise<List<RecordImportItem>> {
  let filtered = from(db, workspaceId);
  if (input.query) filtered = filtered.where('fileName', 'ilike', containing(input.query));
  const sort = { createdAt: sql.ref('imports.createdAt'), fileName: sql.ref('fileName'), status: sql.ref('imports.status') };
  const page = await pageOf(filtered as never, input, ((query: typeof filtered) => query.select(COLUMNS)) as never, sort, sql.ref('imports.id'));
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

/** One import; `lock` holds it until the transaction ends. */
export async function find(db: Executor, workspaceId: string, id: string, lock = false): Promise<StoredImport | undefined> {
  let query = from(db, workspaceId)
    .select(COLUMNS)
    .select(['fileId', 'imports.locale', 'columns', 'mapping', 'problems', 'done', 'total', 'errorCode', 'rejectsFileId', 'imports.rowVersion', 'attempts'])
    .where('imports.id', '=', id);
  if (lock) query = query.forUpdate(['imports']);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { columns, mapping, problems, summary, done, total, errorCode, rejectsFileId, rowVersion, fileId, locale, attempts } = row;
  return {
    ...itemOf(row),
    fileId,
    attempts,
    locale: locale as 'th' | 'en',
    // Until it is read, a list without anything.
    sheet: importSheet.parse(Array.isArray(columns) ? {} : columns),
    mapping: importMapping.parse(mapping),
    summary: importSummary.parse(summary),
    problems: problems as unknown as ImportProblem[],
    done,
    total,
    errorCode,
    rejectsFileId,
    rowVersion,
  };
}

/** A file as the screen offers it. */
export async function fileOf(db: Executor, workspaceId: string, fileId: string | null): Promise<RecordImport['rejects']> {
  if (!fileId) return null;
  const row = await db.selectFrom('files').select(['id', 'name', 'size']).where('workspaceId', '=', workspaceId).where('id', '=', fileId).executeTakeFirst();
  return row ? { ...row, size: Number(row.size), url: fileUrl(workspaceId, row.id) } : null;
}

/** Whether an import took this file in, or left its rejected rows in it. */
export const isImportFile = async (db: Executor, workspaceId: string, fileId: string): Promise<boolean> =>
  (await db
    .selectFrom('imports')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where((eb) => eb.or([eb('fileId', '=', fileId), eb('rejectsFileId', '=', fileId)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function insert(trx: Trx, row: { workspaceId: string; id: string; fileId: string; fileName: string; locale: 'th' | 'en'; requestedBy: string; at: Date }): Promise<void> {
  const { at, ...facts } = row;
  await trx.insertInto('imports').values({ ...facts, kind: KIND, createdAt: at, updatedAt: at }).execute();
}

export interface ImportChanges {
  status?: ImportStatus;
  sheet?: ImportSheet;
  mapping?: ImportMapping;
  summary?: ImportSummary;
  problems?: ImportProblem[];
  done?: number;
  total?: number | null;
  errorCode?: string | null;
  rejectsFileId?: string | null;
}

/** Counts one more run of the step that an import waits for, and answers the import; undefined when it waits for none. */
export async function begin(trx: Trx, workspaceId: string, id: string, at: Date): Promise<StoredImport | undefined> {
  const taken = await trx
    .updateTable('imports')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), updatedAt: at }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('kind', '=', KIND)
    .where('status', 'in', AT_WORK)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n ? find(trx, workspaceId, id) : undefined;
}

/** Takes back a run that was cut off in good order: only those that took their node down count. */
export async function giveBack(trx: Trx, workspaceId: string, { id, attempts }: Pick<StoredImport, 'id' | 'attempts'>): Promise<void> {
  await trx.updateTable('imports').set({ attempts: attempts - 1 }).where('workspaceId', '=', workspaceId).where('id', '=', id).where('attempts', '=', attempts).execute();
}

/**
 * Writes what changed; every move of an import is seen by the row's version, its progress is not.
 * @param attempts the run that writes: answers false, and writes nothing, once another one was begun
 */
export async function update(trx: Trx, workspaceId: string, id: string, at: Date, changed: ImportChanges, attempts?: number): Promise<boolean> {
  const { sheet, mapping, summary, problems, ...changes } = changed;
  const json = {
    ...(sheet && { columns: JSON.stringify(sheet) }),
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(summary && { summary: JSON.stringify(summary) }),
    ...(problems && { problems: JSON.stringify(problems) }),
  };
  let query = trx
    .updateTable('imports')
    .set((eb) => ({ ...changes, ...json, updatedAt: at, ...(changes.status && { attempts: 0 }), ...(changes.status || mapping ? { rowVersion: eb('rowVersion', '+', 1) } : {}) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id);
  if (attempts !== undefined) query = query.where('attempts', '=', attempts);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
