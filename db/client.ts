import { CamelCasePlugin, Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { PreparedDialect } from './dialect.ts';
import { StatementNames } from './statementNames.ts';
import { types } from './values.ts';
import type { DB } from './types.ts';

export type { DB } from './types.ts';
export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What every query takes first. */
export type Executor = Db | Trx;

/** The roles of migration 001; `owner` keeps the role of the connection itself. */
export type DatabaseRole = 'pokpong_app' | 'pokpong_auth' | 'pokpong_system' | 'pokpong_rekey' | 'owner';

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
    // What a connection holds (prepared statements, what Postgres has read of the schema) ends with it.
    maxLifetimeSeconds: 3600,
  });
  // An idle connection that breaks (Postgres restarted) is replaced at the next query; it must not end the process.
  pool.on('error', () => {});
  // So must not one that breaks between two queries of a transaction; the transaction's next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A Kysely over such a pool. Names are camelCase in code, snake_case in Postgres. `prepared`: see `StatementNames`. */
export function openDatabase(url: string, role: DatabaseRole, max = 10, { prepared = true } = {}): Db {
  const names = new StatementNames();
  if (!prepared) names.switchOff();
  return new Kysely<DB>({
    dialect: new PreparedDialect(openPool(url, role, max), names),
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
    // Without values of its own it is sent together with what begins the transaction.
    await sql`select ${setting('app.workspace_id', scope.workspaceId)}, ${setting('app.user_id', scope.userId)}`.execute(
      trx,
    );
    return work(trx);
  });
}

/** Switches the rest of a transaction to the row-level security of another workspace. */
export async function stepInto(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select ${setting('app.workspace_id', workspaceId)}`.execute(trx);
}

const setting = (name: string, value = '') =>
  sql.raw(`set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`);
