import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import type { Config } from '../server/platform/config.ts';
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
