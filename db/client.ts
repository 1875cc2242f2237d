import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

export type { DB } from './types.ts';
export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What every query takes first. */
export type Executor = Db | Trx;

/** The roles of migration 001; `owner` keeps the role of the connection itself. */
export type DatabaseRole = 'pokpong_app' | 'pokpong_auth' | 'pokpong_system' | 'owner';

/**
 * A moment as Postgres writes it in UTC, as ISO 8601. A year before 100, before Christ or after 9999 is read as well:
 * one such row must not keep a whole list from being shown. What no Date holds (`infinity`) stays as it is.
 */
export function isoTime(value: string): string {
  if (/^[1-9]\d{3}-.*[^C]$/.test(value)) return new Date(value).toISOString();
  const [, year, day, time, bc] = /^(\d+)-(\d\d-\d\d) ([\d:.]+)(?:\+00)?( BC)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  // The year before 1 is 1 BC here and 0 in ISO 8601.
  const counted = bc ? 1 - Number(year) : Number(year);
  const at = new Date(`${counted < 0 ? '-' : '+'}${String(Math.abs(counted)).padStart(6, '0')}-${day}T${time}Z`);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
const PARSERS: Record<number, (value: string) => unknown> = {
  20: Number, // int8: every count of ours is far below 2^53
  1016: (value) => (pg.types.getTypeParser(1016 as never, 'text') as (text: string) => string[])(value).map(Number), // int8[]
  1700: Number, // numeric
  1082: (value) => value, // date stays YYYY-MM-DD, without a time zone to shift it
  1114: isoTime,
  1184: isoTime,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Settings of a connection that acts as `role`: the role is set by the start-up packet, so no query ever runs without
 * it.
 */
export function connectionConfig(url: string, role: DatabaseRole): pg.PoolConfig {
  const options = [
    ...(role === 'owner' ? [] : [`-c role=${role}`]),
    '-c timezone=UTC',
    '-c statement_timeout=30000',
    // Events of later transactions wait for an open one (server/platform/live/relay.ts).
    '-c idle_in_transaction_session_timeout=20000',
  ].join(' ');
  return { connectionString: unnamed(url), options, types, application_name: `pokpong ${role}` };
}

/** The address without a name of its own for the program: the relay knows our transactions by ours. */
function unnamed(url: string): string {
  if (!url.includes('application_name')) return url;
  const changed = new URL(url);
  for (const name of ['application_name', 'fallback_application_name']) changed.searchParams.delete(name);
  return changed.href;
}

/** A pool of at most `max` connections that act as `role`. */
export function openPool(url: string, role: DatabaseRole, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, role),
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that breaks (Postgres restarted) is replaced at the next query; it must not end the process.
  pool.on('error', () => {});
  // So must not one that breaks between two queries of a transaction; the transaction's next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A Kysely over such a pool. Names are camelCase in code, snake_case in Postgres. */
export function openDatabase(url: string, role: DatabaseRole, max = 10): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(url, role, max) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** Who a transaction acts for. The workspace opens its rows and no others; the user opens their own memberships. */
export interface Scope {
  workspaceId?: string;
  userId?: string;
}

/**
 * Runs `work` in one transaction that sees only `scope`'s rows (row-level security, migration 001).
 * The settings end with the transaction. `isolation`: `repeatable read` shows every query of `work` the same moment.
 */
export function withScope<Result>(
  db: Db,
  scope: Scope,
  work: (trx: Trx) => Promise<Result>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<Result> {
  const transaction = isolation === 'read committed' ? db.transaction() : db.transaction().setIsolationLevel(isolation);
  return transaction.execute(async (trx) => {
    await sql`select set_config('app.workspace_id', ${scope.workspaceId ?? ''}, true), set_config('app.user_id', ${scope.userId ?? ''}, true)`.execute(
      trx,
    );
    return work(trx);
  });
}
