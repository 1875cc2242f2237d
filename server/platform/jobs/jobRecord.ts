import { type Selectable, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { JobError } from '../../../shared/job/schema.ts';
import type { Caller } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import type { WorkedOnRows } from './lostJobs.ts';

/** How the work of a job is, by the row that the job is about. */
export interface JobRecordState {
  readonly done: number;
  readonly total: number | null;
  /** Why it failed; null: it has not, or not yet. */
  readonly error: JobError | null;
  /** When another job tries the work again, while this one has ended; left out: none does. */
  readonly nextTryAt?: string | null;
  /** Tries of the work, where it takes several jobs. */
  readonly attempts?: { readonly count: number; readonly most: number };
}

/** What the console may know of the rows that the jobs of a queue are about, and do to them. */
export interface JobRecordKind {
  /** Its rows whose job may be lost and is then sent again. Left out: they are found by a schedule of their own. */
  workedOn?: WorkedOnRows;
  /** Their states, by their ids. */
  states(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, JobRecordState>>;
  /** Ends the work for good; false where it has ended already. Without it the jobs of the queue cannot be cancelled. */
  cancel?(trx: Trx, actor: Caller, id: string): Promise<boolean>;
  /** Starts work again that failed. A job that itself failed starts again without. @throws AppError 403, 404, 409 */
  retry?(ctx: WorkspaceContext, id: string): Promise<unknown>;
}

/** By their queues. */
export type JobRecordKinds = Readonly<Record<string, JobRecordKind>>;

/**
 * Reads the states of records from their table, in one statement.
 * @example states: statesFrom('imports', ['done', 'total'], ({ done, total }) => ({ done, total, error: null }))
 */
export const statesFrom =
  <Table extends keyof DB & string, Column extends keyof Selectable<DB[Table]> & string>(
    table: Table,
    columns: readonly Column[],
    stateOf: (row: Pick<Selectable<DB[Table]>, Column>) => JobRecordState,
  ): JobRecordKind['states'] =>
  async (trx, workspaceId, ids) => {
    const { rows } = await sql<Pick<Selectable<DB[Table]>, Column> & { id: string }>`
      select ${sql.join(['id', ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
      where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(trx);
    return new Map(rows.map((row) => [row.id, stateOf(row)]));
  };
