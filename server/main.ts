import type { AddressInfo } from 'node:net';
import { pendingMigrations } from '../db/migrator.ts';
import { buildApp } from './app.ts';
import { modules } from './modules/index.ts';
import type { Config } from './platform/config.ts';
import { createDeps } from './platform/deps.ts';
import { runSchedules } from './platform/jobs/schedules.ts';

export interface RunningServer {
  /** Address it answers at, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Stops taking requests, lets the running ones end, closes sockets and pools. */
  close(): Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string;
  clientDir?: string;
  /** The clock; tests freeze it. */
  now?: () => Date;
}

/** Starts one node of the product over a migrated database. */
export async function startServer(
  config: Config,
  { databaseUrl, clientDir, now }: ServerOptions,
): Promise<RunningServer> {
  const { deps, live, assertRoles, join, close } = createDeps({ config, databaseUrl, modules, now });
  for (const warning of config.warnings) deps.log.warn(warning);
  let upToDate = false;
  const migrated = async () => {
    upToDate ||= (await pendingMigrations(databaseUrl)).length === 0;
    return upToDate;
  };
  const app = await buildApp({ deps, hub: live.hub, modules, clientDir, migrated });
  try {
    await assertRoles();
    await join();
    await live.start();
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    // A taken port ends the start; what already reads the database must not outlive it.
    await live.stop();
    await app.close();
    await close();
    throw error;
  }
  runSchedules(deps);
  deps.jobs.start();
  deps.alarm.start();

  let closing: Promise<void> | undefined;
  return {
    address: addressOf(config.host, (app.server.address() as AddressInfo).port),
    close: () =>
      (closing ??= (async () => {
        await deps.alarm.stop();
        await deps.jobs.stop();
        await live.stop();
        await app.close();
        await close();
      })()),
  };
}

function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
