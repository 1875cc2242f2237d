import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { eachRow } from './eachRow.ts';
import type { JobQueue } from './queues.ts';

/** Rows that are worked on by a job each: pokpong_system reads `workspace_id`, `id` and what is named here of them. */
export interface WorkedOnRows {
  readonly table: keyof DB & string;
  /** Of the rows whose work has not ended. */
  readonly where: RawBuilder<SqlBool>;
  /** The column with the time since which a row may wait. */
  readonly since: string;
}

/** Younger ones may have a job that is not yet committed everywhere, or be between two tries. */
const SETTLED_MS = 30_000;
const BATCH = 200;

/** Whether no job of the queue is open that is about the row of this id. */
export const withoutJob = (name: JobQueue, id: Expression<unknown>): RawBuilder<SqlBool> => sql`not exists (
  select from pgboss.job j
   where j.name = ${name} and j.singleton_key = ${id}::text and j.state in ('created', 'retry', 'active'))`;

/**
 * Gives a job to rows that wait for one without having it: after a restore, or a change of the job tables. Safe on
 * several nodes at once. Answers how many there were.
 */
export async function findLostJobs(deps: Deps, signal?: AbortSignal): Promise<number> {
  const before = new Date(deps.now().getTime() - SETTLED_MS).toISOString();
  let found = 0;
  for (const [name, { workedOn }] of deps.modules.jobRecords) {
    if (!workedOn) continue;
    const { table, where, since } = workedOn;
    const started = await eachRow(deps, signal, {
      order: [since, 'id'],
      async read({ position, isNext }) {
        const { rows } = await sql<{ workspaceId: string; id: string; position: string[] }>`
          select workspace_id, id, ${position} as position from ${sql.table(table)}
           where ${where} and ${sql.ref(since)} < ${before}
             and ${withoutJob(name as JobQueue, sql.ref(`${table}.id`))}
             and ${isNext}
           order by ${sql.ref(since)}, id limit ${BATCH}`.execute(deps.systemDb);
        return rows;
      },
      limit: BATCH,
      failed: 'a row without a job could not be given one; it is tried again',
      work: ({ workspaceId, id }) =>
        transact(deps, { workspaceId }, (trx) =>
          deps.jobs.send(trx, name as JobQueue, { workspaceId, id }, { key: id }),
        ),
    });
    if (started > 0) deps.log.warn({ queue: name, rows: started }, 'rows without a job were given one');
    found += started;
  }
  return found;
}
