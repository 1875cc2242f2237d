import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { OPEN_EXPORTS } from '../../../shared/export/status.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { workshop } from './writing.ts';

const DAY = 86_400_000;
/** Younger ones may have a job that is not yet committed everywhere, or be between two tries. */
const SETTLED_MS = 30_000;
const BATCH = 200;

/**
 * Gives a job to exports that wait without one: after a restore, or a change of the job tables. Safe on several nodes
 * at once. Answers how many there were.
 */
export async function findLostExports(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - SETTLED_MS).toISOString();
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    select e.workspace_id, e.id from exports e
    where e.status in (${sql.join(OPEN_EXPORTS.map((status) => sql.lit(status)))}) and e.created_at < ${before}
      and not exists (select from pgboss.job j where j.name = 'export.run' and j.singleton_key = e.id::text and j.state in ('created', 'retry', 'active'))
    order by e.created_at limit ${BATCH}`.execute(deps.systemDb);
  for (const { workspaceId, id } of rows) {
    await transact(deps, { workspaceId }, (trx) => deps.jobs.send(trx, 'export.run', { workspaceId, id }, { key: id }));
  }
  if (rows.length > 0) deps.log.warn({ exports: rows.length }, 'exports without a job were given one');
  return rows.length;
}

/** Removes what killed nodes left half made over a day ago. */
export async function sweepWorkshop(deps: Pick<Deps, 'config' | 'now'>): Promise<void> {
  const folder = workshop(deps.config.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && mtimeMs < deps.now().getTime() - DAY) await rm(file, { force: true });
  }
}
