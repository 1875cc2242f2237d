import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import { type Config, ConfigError } from '../server/platform/config.ts';
import type { Lifetime } from './lifetime.ts';

/**
 * Connection to the configured database, to the embedded one that `npm start`
 * runs at this moment, or to one started for this command and stopped after it.
 */
export async function reachDatabase(config: Config, life: Lifetime): Promise<string> {
  const known = config.databaseUrl ?? (await runningEmbedded(config.dataDir));
  if (known !== undefined) return known;
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  life.onStop(() => embedded.stop());
  return embedded.url;
}

/**
 * The same for what is done to an installation, which must not make a new one. @throws ConfigError where there is none
 */
export async function reachExisting(config: Config, life: Lifetime): Promise<string> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new ConfigError(
      `DATA_DIR: ${resolve(config.dataDir)} has no database (postgres is missing in it). Name the folder that the product runs with, or DATABASE_URL; nothing was made.`,
    );
  return reachDatabase(config, life);
}
