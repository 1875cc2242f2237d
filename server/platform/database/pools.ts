import { sql } from 'kysely';
import { type Db, openDatabase, openPool } from '../../../db/client.ts';
import { openCopyOut } from '../../../db/copyOut.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Statements } from '../trpc/context.ts';

/** Each writes a form's submissions, one statement at a time, or looks one up. */
const INGEST_CONNECTIONS = 6;
/** One for each export that a node makes at a time. */
const COPY_CONNECTIONS = 2;

/** The connections of a node, each pool acting as its role. Nothing connects before it is used. */
export function openPools({ databasePool, databasePrepared: prepared }: Config, databaseUrl: string) {
  const db = openDatabase(databaseUrl, 'pokpong_app', databasePool, { prepared });
  const authDb = openDatabase(databaseUrl, 'pokpong_auth', Math.max(2, Math.ceil(databasePool / 2)), { prepared });
  const systemDb = openDatabase(databaseUrl, 'pokpong_system', 3, { prepared });
  const rekeyDb = openDatabase(databaseUrl, 'pokpong_rekey', 1, { prepared });
  const ingestPool = openPool(databaseUrl, 'pokpong_app', INGEST_CONNECTIONS);
  const ingestDb: Statements = prepared
    ? ingestPool
    : { query: ({ text, values }) => ingestPool.query({ text, values }) };
  const copyOut = openCopyOut(databaseUrl, 'pokpong_app', COPY_CONNECTIONS);
  const kysely = [db, authDb, systemDb, rekeyDb];
  return {
    pools: { db, authDb, systemDb, rekeyDb, ingestDb, copyOut },
    /** @throws ConfigError naming a pool that does not act as its role */
    assertRoles: () =>
      assertRoles({ pokpong_app: db, pokpong_auth: authDb, pokpong_system: systemDb, pokpong_rekey: rekeyDb }),
    closePools: () => Promise.all([...kysely.map((pool) => pool.destroy()), ingestPool.end(), copyOut.close()]),
  };
}

/**
 * Makes sure that each pool acts as its role. A pooler between us and Postgres may drop the start-up option that sets
 * it; everything would then run as the owner, past the walls.
 */
async function assertRoles(pools: Readonly<Record<string, Db>>): Promise<void> {
  for (const [role, pool] of Object.entries(pools)) {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(pool);
    if (rows[0]?.role !== role) {
      throw new ConfigError(
        `DATABASE_URL: connections act as ${rows[0]?.role} where they must act as ${role}. A pooler in between must pass the start-up parameter "options" on (docs/decisions/001).`,
      );
    }
  }
}
