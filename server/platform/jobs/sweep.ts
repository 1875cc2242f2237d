import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';
import { findLostExports, sweepWorkshop } from '../exports/upkeep.ts';
import { expireFiles, sweepFiles } from '../files/sweep.ts';
import { fileOwnerKinds } from '../../modules/fileOwners.ts';
import { findLostImports } from '../imports/upkeep.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY_MS = 15 * MINUTE;
/** Links and counters are kept this long after their end, so that what happened can still be told. */
const GRACE_MS = DAY;
const OUTBOX_MS = 7 * DAY;
const MAIL_MS = 30 * DAY;
/** Rows that one statement takes away, so that none holds locks for long. */
const BATCH = 5000;
/** Batches of one round: ten million rows. */
const TURNS = 2000;

/** Submissions that come with a key may be repeated for so long. */
const KEY_MS = 7 * DAY;

type Table =
  | 'sessions'
  | 'passwordResets'
  | 'throttles'
  | 'outbox'
  | 'mails'
  | 'consentSubmissionKeys'
  | 'consentTokenUses'
  | 'editors';
export type Swept = Record<Table, number>;

/**
 * Takes away what has had its time: sessions that are over, used or old links, counters, events older than a week,
 * mails (sent, failed, kept) older than 30 days, keys and used tokens of submissions, editors who have gone. One node
 * at a time: whoever finds another at it leaves it to that one.
 * @returns rows taken away by table, or null when another node is at it
 */
export function sweep(systemDb: Db, now: Date): Promise<Swept | null> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return systemDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('pokpong sweep')) as free`.execute(trx);
    if (!rows[0]?.free) return null;
    return {
      sessions: await remove(trx, 'sessions', sql`expires_at <= ${before(0)} or idle_expires_at <= ${before(0)}`),
      passwordResets: await remove(trx, 'passwordResets', sql`expires_at <= ${before(GRACE_MS)}`),
      throttles: await remove(trx, 'throttles', sql`ends_at <= ${before(0)}`),
      outbox: await remove(trx, 'outbox', sql`created_at <= ${before(OUTBOX_MS)}`),
      mails: await remove(trx, 'mails', sql`status <> 'waiting' and created_at <= ${before(MAIL_MS)}`),
      consentSubmissionKeys: await removeOldest(trx, 'consentSubmissionKeys', 'createdAt', before(KEY_MS)),
      consentTokenUses: await removeOldest(trx, 'consentTokenUses', 'expiresAt', before(0)),
      editors: await removeOldest(trx, 'editors', 'until', before(0)),
    };
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
 * Makes the partitions of the months to come, so that no submission falls into the one for everything else.
 * @returns how many are new
 */
export async function makeMonths(systemDb: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    made: number;
  }>`select ensure_user_consent_months(${now}::timestamptz, ${now}::timestamptz + interval '3 months') as made`.execute(
    systemDb,
  );
  return rows[0]?.made ?? 0;
}

/**
 * Sweeps until nothing fills a batch any more: a busy day leaves millions of keys. A round ends, so that a node can
 * stop.
 */
async function sweepAll(deps: Deps): Promise<Swept | null> {
  for (let turn = 1; ; turn += 1) {
    const swept = await sweep(deps.systemDb, deps.now());
    if (!swept || turn === TURNS || Object.values(swept).every((count) => count < BATCH)) return swept;
  }
}

/**
 * What is done again and again, and how often; `first` is when for the first time, and all at moments of the node's
 * own.
 */
const rounds = (deps: Deps): readonly { every: number; first: number; work: () => Promise<unknown> }[] => [
  { every: EVERY_MS, first: MINUTE, work: () => sweepAll(deps) },
  { every: EVERY_MS, first: 2 * MINUTE, work: () => expireFiles(deps, fileOwnerKinds.values()) },
  { every: EVERY_MS, first: 3 * MINUTE, work: () => Promise.all([sweepFiles(deps), sweepWorkshop(deps)]) },
  { every: DAY, first: 5 * MINUTE, work: () => makeMonths(deps.systemDb, deps.now()) },
  { every: MINUTE, first: 2000, work: () => Promise.all([findLostExports(deps), findLostImports(deps)]) },
];

/** Keeps order: takes away what has had its time, finds work that was lost. `stop` waits for what is under way. */
export function startSweeps(deps: Deps): { stop(): Promise<void> } {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const plan = (ms: number, every: number, work: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const round = work()
        .then((done) => deps.log.debug({ done }, 'swept'))
        .catch(
          (error: unknown) => void (stopped || deps.log.warn({ err: error }, 'a sweep failed; it will be tried again')),
        )
        .finally(() => {
          running.delete(round);
          if (!stopped) plan(every * (0.9 + Math.random() * 0.2), every, work);
        });
      running.add(round);
    }, ms).unref();
    timers.add(timer);
  };
  for (const { every, first, work } of rounds(deps)) plan(first * (0.5 + Math.random()), every, work);

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
