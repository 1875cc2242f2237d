import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import product from '../../../package.json' with { type: 'json' };
import type { Deps } from '../trpc/context.ts';
import { announceKeys } from '../live/keys.ts';
import { runningNodes } from '../operator/check.ts';

const { version } = product;

/** Nodes answer within a moment; one that does not is asked for this long. */
const PATIENCE_MS = 10_000;

/** Looks at the keys again, and says which master keys this node has. */
export async function learnKeys({ authDb, keyring }: Pick<Deps, 'authDb' | 'keyring'>, node: string): Promise<void> {
  await keyring.refresh(authDb);
  const report = { masterKeyIds: keyring.masterKeys.names, version, reportedAt: sql<Date>`clock_timestamp()` };
  await authDb
    .insertInto('nodeKeys')
    .values({ node, startedAt: sql<Date>`clock_timestamp()`, ...report })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(report))
    .execute();
  await forgetEnded(authDb);
}

/** Nodes that ended are told of for so many days. */
const REPORT_DAYS = 7;

const forgetEnded = (authDb: Deps['authDb']) =>
  sql`delete from node_keys where reported_at < clock_timestamp() - ${REPORT_DAYS} * interval '1 day' and not exists (
    select from pg_stat_activity where application_name = 'pokpong relay ' || node)`.execute(authDb);

/**
 * Asks all running nodes which master keys they have. Answers the names of those that do not have `masterKeyId`, or did
 * not answer.
 */
export async function nodesWithout(
  { authDb }: Pick<Deps, 'authDb'>,
  databaseUrl: string,
  masterKeyId: string,
): Promise<string[]> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(authDb);
  const since = rows[0]!.at;
  await announceKeys(authDb);
  for (let waited = 0; ; waited += 100) {
    const reports = await authDb.selectFrom('nodeKeys').select(['node', 'masterKeyIds', 'reportedAt']).execute();
    const answered = new Map(
      reports.filter(({ reportedAt }) => new Date(reportedAt) >= new Date(since)).map((one) => [one.node, one]),
    );
    const running = (await runningNodes(databaseUrl)).map(({ name }) => name);
    if (running.every((name) => answered.has(name)) || waited >= PATIENCE_MS)
      return running.filter((name) => !answered.get(name)?.masterKeyIds.includes(masterKeyId));
    await sleep(100);
  }
}
