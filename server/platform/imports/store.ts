import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import {
  AT_WORK,
  type ImportFacts,
  type ImportItem,
  type ImportProblem,
  importSheet,
  type ImportStatus,
} from '../../../shared/import/schema.ts';
import { containing, pageOf, type Page } from '../list/list.ts';
import type { ImportFiles } from './files.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { type Changes, columnsOf, filesUntil, type ImportLife, type ImportMoves, importWorkflow } from './workflow.ts';

/** Counts that every kind's summary has. */
export interface Counts {
  rows: number;
  accepted: number;
  rejected: number;
}

/** An import as its row keeps it. */
export interface Stored<Mapping, Summary> extends Omit<ImportFacts, 'rejects'> {
  mapping: Mapping;
  summary: Summary;
  /** Null once the file of a cancelled import was swept. */
  fileId: string | null;
  /** Runs of the step at hand; the newest one alone may write. */
  attempts: number;
  locale: 'th' | 'en';
  rejectsFileId: string | null;
  /** The record that the rows are imported into, where the kind declares a `target`. */
  targetId: string | null;
  /** Rows of the file that are behind the commit. */
  rowsWritten: number;
}

const COLUMNS = [
  'imports.id',
  'fileName',
  'imports.status',
  'summary',
  'rowsWritten',
  'imports.createdAt',
  'imports.updatedAt',
  'person.id as personId',
  'person.name as personName',
] as const;
type Row = {
  id: string;
  fileName: string;
  status: string;
  summary: unknown;
  rowsWritten: number;
  createdAt: string;
  updatedAt: string;
  personId: string;
  personName: string;
  targetId: string | null;
};
type ListedImport = ImportItem & Pick<Row, 'targetId'>;

/** What people read of an import, without what only its runs need. */
export const readableOf = <Mapping, Summary>({
  fileId,
  attempts: _attempts,
  locale: _locale,
  rejectsFileId,
  targetId: _targetId,
  rowsWritten: _rowsWritten,
  ...facts
}: Stored<Mapping, Summary>) => ({
  ...facts,
  filesUntil: fileId || rejectsFileId || facts.problems.length > 0 ? facts.filesUntil : null,
});

/** What a kind of import declares of its rows and of its life. */
interface ImportRule<Mapping, Summary> extends ImportLife {
  kind: string;
  files: ImportFiles;
  mapping: z.ZodType<Mapping>;
  summary: z.ZodType<Summary>;
  /** The column that names the record that rows are imported into. */
  target?: Extract<keyof DB['imports'], `${string}Id`>;
}

/** Imports of one kind; of others it sees none. */
export class ImportStore<Mapping, Summary extends Counts> {
  readonly kind: string;
  readonly files: ImportFiles;
  readonly #mapping: z.ZodType<Mapping>;
  readonly #summary: z.ZodType<Summary>;
  readonly name: ImportLife['name'];
  readonly progressed: ImportLife['progressed'];
  readonly #target: ImportRule<Mapping, Summary>['target'];
  readonly workflow: Workflow<ImportMoves<Mapping, Summary>>;

  constructor(rule: ImportRule<Mapping, Summary>) {
    this.kind = rule.kind;
    this.files = rule.files;
    this.name = rule.name;
    this.progressed = rule.progressed;
    this.workflow = importWorkflow(rule);
    this.#mapping = rule.mapping;
    this.#summary = rule.summary;
    this.#target = rule.target;
  }

  get #targetId(): RawBuilder<string | null> {
    return this.#target ? sql.ref(`imports.${this.#target}`) : sql`null::uuid`;
  }

  #from(db: Executor, workspaceId: string) {
    return db
      .selectFrom('imports')
      .innerJoin('personnel as person', (join) =>
        join.onRef('person.workspaceId', '=', 'imports.workspaceId').onRef('person.id', '=', 'imports.requestedBy'),
      )
      .where('imports.workspaceId', '=', workspaceId)
      .where('imports.kind', '=', this.kind);
  }

  #itemOf({ id, fileName, status, summary, createdAt, updatedAt, personId, personName, ...row }: Row): ListedImport {
    const { rows, accepted, rejected } = this.#summary.parse(summary);
    return {
      id,
      fileName,
      status: status as ImportStatus,
      rows,
      accepted,
      rejected,
      // Before the first is written, the count is what a check expects.
      written: status === 'done' || Number(row.rowsWritten) > 0 ? accepted : 0,
      createdAt,
      updatedAt,
      requestedBy: { id: personId, name: personName },
      targetId: row.targetId,
    };
  }

  /** One page of imports; `targetId`: only those into one record. */
  async list(db: Executor, workspaceId: string, input: Page, targetId?: string): Promise<List<ListedImport>> {
    let filtered = this.#from(db, workspaceId);
    if (input.query) filtered = filtered.where('fileName', 'ilike', containing(input.query));
    if (targetId) filtered = filtered.where(this.#targetId, '=', targetId);
    const sort = {
      createdAt: sql.ref('imports.createdAt'),
      fileName: sql.ref('fileName'),
      status: sql.ref('imports.status'),
    };
    const page = await pageOf(
      filtered as never,
      input,
      ((query: typeof filtered) => query.select(COLUMNS).select(this.#targetId.as('targetId'))) as never,
      sort,
      sql.ref('imports.id'),
    );
    return { ...page, collection: (page.collection as Row[]).map((row) => this.#itemOf(row)) };
  }

  /** One import; `lock` holds it until the transaction ends. */
  async find(
    db: Executor,
    workspaceId: string,
    id: string,
    lock = false,
  ): Promise<Stored<Mapping, Summary> | undefined> {
    let query = this.#from(db, workspaceId)
      .select(COLUMNS)
      .select([
        this.#targetId.as('targetId'),
        'fileId',
        'imports.locale',
        'columns',
        'mapping',
        'problems',
        'done',
        'total',
        'errorCode',
        'rejectsFileId',
        'imports.rowVersion',
        'attempts',
        'filesUntil',
      ])
      .where('imports.id', '=', id);
    if (lock) query = query.forUpdate(['imports']);
    const row = await query.executeTakeFirst();
    if (!row) return undefined;
    const { fileId, attempts, columns, done, total, errorCode, rejectsFileId, rowVersion } = row;
    return {
      ...this.#itemOf(row),
      fileId,
      attempts,
      locale: row.locale as 'th' | 'en',
      // Until it is read, a list without anything.
      sheet: importSheet.parse(Array.isArray(columns) ? {} : columns),
      mapping: this.#mapping.parse(row.mapping),
      summary: this.#summary.parse(row.summary),
      problems: row.problems as unknown as ImportProblem[],
      done,
      total,
      errorCode,
      rejectsFileId,
      filesUntil: row.filesUntil,
      rowVersion,
      rowsWritten: Number(row.rowsWritten),
    };
  }

  async insert(
    trx: Trx,
    {
      at,
      targetId,
      ...facts
    }: {
      workspaceId: string;
      id: string;
      fileId: string;
      fileName: string;
      locale: 'th' | 'en';
      requestedBy: string;
      at: Date;
      targetId: string | null;
    },
  ): Promise<void> {
    await trx
      .insertInto('imports')
      .values({
        ...facts,
        ...(this.#target && { [this.#target]: targetId }),
        kind: this.kind,
        createdAt: at,
        updatedAt: at,
        filesUntil: filesUntil(at),
      })
      .execute();
  }

  /**
   * Counts one more run of the step that an import waits for, and answers the import; undefined when it waits for none.
   */
  async claim(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Stored<Mapping, Summary> | undefined> {
    const result = await trx
      .updateTable('imports')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), updatedAt: at }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('kind', '=', this.kind)
      .where('status', 'in', AT_WORK)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n ? this.find(trx, workspaceId, id) : undefined;
  }

  /** Takes back a run that was cut off in good order: only those that took their node down count. */
  async giveBack(trx: Trx, workspaceId: string, { id, attempts }: { id: string; attempts: number }): Promise<void> {
    await trx
      .updateTable('imports')
      .set({ attempts: attempts - 1 })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute();
  }

  /**
   * Writes how far a run has come; moves are made by the workflow.
   * @param attempts the run that writes: answers false, and writes nothing, once another one has started
   */
  async update(
    trx: Trx,
    { workspaceId, id, at }: { workspaceId: string; id: string; at: Date },
    changes: Changes<Mapping, Summary>,
    attempts: number,
  ): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set({ ...columnsOf(changes), updatedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('kind', '=', this.kind)
      .where('attempts', '=', attempts)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
