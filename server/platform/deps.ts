import { sql } from 'kysely';
import { openDatabase, openPool } from '../../db/client.ts';
import { openCopyOut } from '../../db/copyOut.ts';
import { createAlarm } from './clock/alarm.ts';
import { type Config, ConfigError } from './config.ts';
import type { Deps, Statements } from './trpc/context.ts';
import { createKeyring } from './crypto/keyring.ts';
import { attachmentBytes } from './mail/attachment.ts';
import { createFileStore } from './files/store.ts';
import { joinInstallation } from './installation/installation.ts';
import { createJobs } from './jobs/engine.ts';
import { handleJobs } from './jobs/handlers.ts';
import { createLive } from './live/index.ts';
import { createLogger } from './log.ts';
import { mailAccounts } from './mail/deliveries.ts';
import { createMailer } from './mail/mailer.ts';
import type { Manifest } from './modules/manifest.ts';
import { Turns } from './trpc/turns.ts';
import { collectModules } from './modules/registry.ts';

/** Each writes a form's submissions, one statement at a time, or looks one up. */
const INGEST_CONNECTIONS = 6;
/** One for each export that a node makes at a time. */
const COPY_CONNECTIONS = 2;

export interface DepsOptions {
  config: Config;
  databaseUrl: string;
  /** What is plugged in. */
  modules: readonly Manifest[];
  /** The clock; tests freeze it. */
  now?: () => Date;
}

/** Everything a node works with, over a migrated database. Events flow once `live.start()` was called. */
export function createDeps({ config, databaseUrl, modules, now = () => new Date() }: DepsOptions) {
  const log = createLogger(config);
  const { databasePool, databasePrepared: prepared } = config;
  const db = openDatabase(databaseUrl, 'pokpong_app', databasePool, { prepared });
  const authDb = openDatabase(databaseUrl, 'pokpong_auth', Math.max(2, Math.ceil(databasePool / 2)), { prepared });
  const systemDb = openDatabase(databaseUrl, 'pokpong_system', 3, { prepared });
  const ingestPool = openPool(databaseUrl, 'pokpong_app', INGEST_CONNECTIONS);
  const ingestDb: Statements = prepared
    ? ingestPool
    : { query: ({ text, values }) => ingestPool.query({ text, values }) };
  const copyOut = openCopyOut(databaseUrl, 'pokpong_app', COPY_CONNECTIONS);
  const keyring = createKeyring(config);
  const files = createFileStore(config);
  const registry = collectModules(modules);
  const mailer = createMailer({
    config,
    systemDb,
    keyring,
    readFile: (workspaceId, storageKey) => attachmentBytes({ db, keyring, files }, workspaceId, storageKey),
    log,
    now,
    accounts: mailAccounts(registry.deliveries, () => deps),
    routes: registry.mailRoutes,
    poke: () => live.poke(),
  });
  const jobs = createJobs({ databaseUrl, log });
  const live = createLive({ config, databaseUrl, systemDb, authDb, log, now });
  // Whatever was committed may have written a mail too.
  const poke = () => {
    live.poke();
    mailer.kick();
  };
  const alarm = createAlarm(() => deps);
  const deps: Deps = {
    config,
    log,
    modules: registry,
    db,
    authDb,
    systemDb,
    ingestDb,
    copyOut,
    keyring,
    files,
    mailer,
    jobs,
    // Half of the connections, three where there are few, and never all.
    turns: new Turns(Math.min(config.databasePool - 1, Math.max(3, Math.ceil(config.databasePool / 2)))),
    alarm,
    now,
    poke,
  };
  handleJobs(deps);
  return {
    deps,
    live,
    /**
     * Makes sure that each pool acts as its role. A pooler between us and Postgres may drop the start-up option that
     * sets it; everything would then run as the owner, past the walls.
     * @throws ConfigError naming the pool
     */
    async assertRoles(): Promise<void> {
      const wanted = { pokpong_app: db, pokpong_auth: authDb, pokpong_system: systemDb };
      for (const [role, pool] of Object.entries(wanted)) {
        const { rows } = await sql<{ role: string }>`select current_user as role`.execute(pool);
        if (rows[0]?.role !== role) {
          throw new ConfigError(
            `DATABASE_URL: connections act as ${rows[0]?.role} where they must act as ${role}. A pooler in between must pass the start-up parameter "options" on (docs/decisions/001).`,
          );
        }
      }
    },
    /**
     * Makes sure that key and files are those of the installation.
     * @throws ConfigError
     */
    join: () => joinInstallation({ config, authDb, files, masterKeyId: keyring.masterKeyId, log, now }),
    /** Ends alarm, jobs, mail and pools; the caller has stopped `live` and whatever used them. */
    async close(): Promise<void> {
      await alarm.stop();
      await jobs.stop();
      await mailer.close();
      await Promise.all([db.destroy(), authDb.destroy(), systemDb.destroy(), ingestPool.end(), copyOut.close()]);
    },
  };
}
