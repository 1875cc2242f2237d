import { sql } from 'kysely';
import { AT_WORK } from '../../../shared/import/schema.ts';
import { type Deps, transact } from '../trpc/context.ts';

/** Younger ones may have a job that is not yet committed everywhere, or be between two tries. */
const SETTLED_MS = 30_000;
const BATCH = 200;

/**
 * Gives a job to imports that wait for their next step without one: after a restore, or a change of the job tables.
 * Safe on several nodes at once. Answers how many there were.
 */
export async function findLostImports(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - SETTLED_MS).toISOString();
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    select i.workspace_id, i.id from imports i
    where i.status in (${sql.join(AT_WORK)}) and i.updated_at < ${before}
      and not exists (select from pgboss.job j where j.name = 'import.run' and j.singleton_key = i.id::text and j.state in ('created', 'retry', 'active'))
    order by i.updated_at limit ${BATCH}`.execute(deps.systemDb);
  for (const { workspaceId, id } of rows)
    await transact(deps, { workspaceId }, (trx) => deps.jobs.send(trx, 'import.run', { workspaceId, id }, { key: id }));
  if (rows.length > 0) deps.log.warn({ imports: rows.length }, 'imports without a job were given one');
  return rows.length;
}
