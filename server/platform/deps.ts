import { createAlarm } from './clock/alarm.ts';
import type { Config } from './config.ts';
import { openPools } from './database/pools.ts';
import type { Deps } from './trpc/context.ts';
import { createKeyring } from './crypto/keyring.ts';
import { replaceMasterKeyFile } from './crypto/masterKey.ts';
import { learnKeys } from './crypto/nodeKeys.ts';
import { attachmentBytes } from './mail/attachment.ts';
import { createFileStore } from './files/store.ts';
import { joinInstallation } from './installation/installation.ts';
import { createJobs } from './jobs/engine.ts';
import { createFollowUps } from './jobs/followUps.ts';
import { handleJobs } from './jobs/handlers.ts';
import { createLive } from './live/index.ts';
import { newNodeName } from './live/nodeName.ts';
import { createLogger } from './log.ts';
import { mailAccounts } from './mail/deliveries.ts';
import { createMailer } from './mail/mailer.ts';
import type { Manifest } from './modules/manifest.ts';
import { Turns } from './trpc/turns.ts';
import { collectModules } from './modules/registry.ts';

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
  const { pools, assertRoles, closePools } = openPools(config, databaseUrl);
  const { db, authDb, systemDb } = pools;
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
  const node = newNodeName();
  let isClosed = false;
  const live = createLive({
    config,
    databaseUrl,
    node,
    systemDb,
    authDb,
    log,
    now,
    onKeys: () =>
      void learnKeys({ authDb, keyring }, node).catch((error: unknown) => {
        // A node that stops, at once where its port is taken, has no connections left to read by.
        if (!isClosed) log.warn({ err: error }, 'keys cannot be read');
      }),
  });
  // Whatever was committed may have written a mail too.
  const poke = () => {
    live.poke();
    mailer.kick();
    followUps.wake();
  };
  const followUps = createFollowUps(registry.followUps, () => deps);
  const alarm = createAlarm(() => deps);
  const deps: Deps = {
    config,
    log,
    modules: registry,
    ...pools,
    keyring,
    files,
    mailer,
    jobs,
    // Half of the connections, three where there are few, and never all.
    turns: new Turns(Math.min(config.databasePool - 1, Math.max(3, Math.ceil(config.databasePool / 2)))),
    alarm,
    followUps,
    now,
    poke,
  };
  handleJobs(deps);
  return {
    deps,
    live,
    assertRoles,
    /**
     * Makes sure that key and files are those of the installation. Where the key in use has no file of its own yet,
     * since replacing the one before was interrupted, it gets it.
     * @throws ConfigError, or MasterKeyError where that file cannot be written
     */
    async join() {
      await keyring.refresh(authDb);
      const former = replaceMasterKeyFile(config, keyring.masterKeyId);
      if (former !== undefined)
        log.warn({ former }, 'replacing the master key was interrupted: the key in use is master.key now');
      await joinInstallation({ config, authDb, files, masterKeyId: keyring.masterKeyId, log, now });
    },
    /** Ends alarm, jobs, mail and pools; the caller has stopped `live` and whatever used them. */
    async close(): Promise<void> {
      isClosed = true;
      await alarm.stop();
      await followUps.stop();
      await jobs.stop();
      await mailer.close();
      await closePools();
    },
  };
}
