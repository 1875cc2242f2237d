import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Deps } from '../context.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY_MS = 15 * MINUTE;
/** Links and counters are kept this long after their end, so that what happened can still be told. */
const GRACE_MS = DAY;
const OUTBOX_MS = 7 * DAY;
const MAIL_MS = 30 * DAY;
/** Rows that one statement takes away, so that none holds locks for long. */
const BATCH = 5000;

type Table = 'sessions' | 'passwordResets' | 'throttles' | 'outbox' | 'mails';
export type Swept = Record<Table, number>;

/**
 * Takes away what has had its time: sessions that are over, used or old links, counters, events older than a week,
 * mails (sent, failed, kept) older than 30 days. One node at a time: whoever finds another at it leaves it to that one.
 * @returns rows taken away by table, or null when another node is at it
 */
export function sweep(systemDb: Db, now: Date): Promise<Swept | null> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return systemDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtext('pokpong sweep')) as free`.execute(trx);
    if (!rows[0]?.free) return null;
    return {
      sessions: await remove(trx, 'sessions', sql`expires_at <= ${before(0)} or idle_expires_at <= ${before(0)}`),
      passwordResets: await remove(trx, 'passwordResets', sql`expires_at <= ${before(GRACE_MS)}`),
      throttles: await remove(trx, 'throttles', sql`ends_at <= ${before(0)}`),
      outbox: await remove(trx, 'outbox', sql`created_at <= ${before(OUTBOX_MS)}`),
      mails: await remove(trx, 'mails', sql`status <> 'waiting' and created_at <= ${before(MAIL_MS)}`),
    };
  });
}

async function remove(trx: Trx, table: Table, over: ReturnType<typeof sql>): Promise<number> {
  const name = sql.table(table);
  const result = await sql`delete from ${name} where ctid in (select ctid from ${name} where ${over} limit ${BATCH})`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** Sweeps every quarter of an hour, each node at a moment of its own. `stop` waits for a sweep under way. */
export function startSweeps({ systemDb, log, now }: Pick<Deps, 'systemDb' | 'log' | 'now'>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout;
  let running: Promise<void> | undefined;
  let stopped = false;

  const plan = (ms: number) => {
    timer = setTimeout(() => {
      running = sweep(systemDb, now())
        .then((swept) => void (swept && log.debug({ swept }, 'swept')))
        .catch((error: unknown) => void (stopped || log.warn({ err: error }, 'the sweep failed; it will be tried again')))
        .finally(() => {
          running = undefined;
          if (!stopped) plan(EVERY_MS * (0.9 + Math.random() * 0.2));
        });
    }, ms).unref();
  };
  plan(MINUTE * (0.5 + Math.random()));

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
