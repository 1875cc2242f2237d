import { sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { removeOutdated } from '../mail/ending.ts';
import type { Deps } from '../trpc/context.ts';

/** Links and counters are kept this long after their end, so that what happened can still be looked up. */
const GRACE_MS = DAY;
const MAIL_MS = 30 * DAY;
/** Rows that one statement takes away, so that none holds locks for long. */
const BATCH = 5000;
/** Batches of one round: ten million rows. */
const TURNS = 2000;

/** Rows of a table that go some time after a moment that stands in them; the role of the system reads nothing else. */
export type ExpiringRows = {
  [Table in keyof DB]: { readonly table: Table; readonly time: keyof DB[Table] & string; readonly afterMs: number };
}[keyof DB];

type Table = ExpiringRows['table'];
/** Rows taken away, by table. */
export type Swept = Readonly<Partial<Record<Table, number>>>;

/**
 * Takes away what has had its time: sessions that are over, used or old links, counters, mails (sent, failed, kept)
 * older than 30 days and those that wait and have been of no use for as long, and the rows that modules declare. One
 * node at a time: whoever finds another at it leaves it to that one.
 * @returns null when another node is at it
 */
export function sweep({ systemDb, modules }: Pick<Deps, 'systemDb' | 'modules'>, now: Date): Promise<Swept | null> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return systemDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('pokpong sweep')) as free`.execute(trx);
    if (!rows[0]?.free) return null;
    const swept: Partial<Record<Table, number>> = {
      sessions: await remove(trx, 'sessions', sql`expires_at <= ${before(0)} or idle_expires_at <= ${before(0)}`),
      passwordResets: await remove(trx, 'passwordResets', sql`expires_at <= ${before(GRACE_MS)}`),
      signUps: await removeOldest(trx, 'signUps', 'expiresAt', before(GRACE_MS)),
      throttles: await remove(trx, 'throttles', sql`ends_at <= ${before(0)}`),
      mails:
        (await remove(trx, 'mails', sql`status <> 'waiting' and created_at <= ${before(MAIL_MS)}`)) +
        (await removeOutdated(trx, { until: before(MAIL_MS), at: now, limit: BATCH })),
    };
    for (const { table, time, afterMs } of modules.expiringRows)
      swept[table] = await removeOldest(trx, table, time, before(afterMs));
    return swept;
  });
}

async function remove(trx: Trx, table: Table, over: ReturnType<typeof sql>): Promise<number> {
  const name = sql.table(table);
  const result =
    await sql`delete from ${name} where ctid in (select ctid from ${name} where ${over} limit ${BATCH})`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * The same where the role may read nothing but the time: of those at or before `until` the oldest, with all of one
 * moment.
 */
async function removeOldest(trx: Trx, table: Table, time: string, until: string): Promise<number> {
  const [name, at] = [sql.table(table), sql.ref(time)];
  const oldest = sql`select ${at} from ${name} where ${at} <= ${until} order by ${at} limit ${BATCH}`;
  const result = await sql`delete from ${name} where ${at} <= (select max(${at}) from (${oldest}) as oldest)`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Sweeps until nothing fills a batch any more: a busy day leaves millions of keys. A round ends, so that a node can
 * stop.
 */
export async function sweepAll(deps: Pick<Deps, 'systemDb' | 'modules' | 'now'>): Promise<Swept | null> {
  for (let turn = 1; ; turn += 1) {
    const swept = await sweep(deps, deps.now());
    if (!swept || turn === TURNS || Object.values(swept).every((count) => count < BATCH)) return swept;
  }
}
