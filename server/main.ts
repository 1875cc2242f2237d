import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pendingMigrations } from '../db/migrator.ts';
import { buildApp } from './app.ts';
import { modules } from './modules/index.ts';
import { firstSignUpLink, type OperatorLink } from './platform/auth/signUp.ts';
import type { Config } from './platform/config.ts';
import { createDeps } from './platform/deps.ts';
import { closeApp } from './platform/http/closeApp.ts';
import { disableDemoAccounts } from './platform/demo/disable.ts';
import type { Manifest } from './platform/modules/manifest.ts';
import type { OperatorCommand } from './platform/operator/command.ts';
import type { Deps } from './platform/trpc/context.ts';
import { SILENT_COPY, silentSince } from './platform/installation/silence.ts';
import { createHealth } from './platform/health/health.ts';
import { releaseWhenIdle } from './platform/memory.ts';
import { updateOlderWorkspaces } from './platform/modules/seed.ts';
import { runSchedules } from './platform/jobs/schedules.ts';

/** What a node that stops waits for requests under way, at most. */
const REQUEST_MS = 20_000;

export interface RunningServer {
  /** Address it answers at, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** With it the first organisation is signed up, where nobody may sign up and nobody can sign in; else null. */
  readonly firstLink: OperatorLink | null;
  /**
   * Says at `/readyz` that it stops, sends sockets elsewhere, goes on taking requests for the time of the drain, lets
   * those under way end, and closes the pools.
   */
  close(): Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string;
  clientDir?: string;
  /** The clock; tests freeze it. */
  now?: () => Date;
}

/** What a node works with, for a command of an operator: nothing listens, no job or clock runs. */
export const connectNode = (config: Config, databaseUrl: string) => createDeps({ config, databaseUrl, modules });

/** What an operator does without signing in, as the modules bring it. */
export const moduleCommands = (): Record<string, OperatorCommand> =>
  Object.assign({}, ...modules.map((module: Manifest) => module.commands ?? {}));

/** Starts one node of the product over a migrated database. */
export async function startServer(
  config: Config,
  { databaseUrl, clientDir, now }: ServerOptions,
): Promise<RunningServer> {
  const own = { ...config };
  const { deps, live, assertRoles, join, close } = createDeps({ config: own, databaseUrl, modules, now });
  for (const warning of config.warnings) deps.log.warn(warning);
  let upToDate = false;
  const migrated = async () => {
    upToDate ||= (await pendingMigrations(databaseUrl)).length === 0;
    return upToDate;
  };
  const health = createHealth({ deps, relay: live.relay, join, migrated });
  const app = await buildApp({ deps, hub: live.hub, modules, clientDir, health });
  let firstLink: OperatorLink | null;
  try {
    await assertRoles();
    if (config.nodeEnv === 'production') await closeDemo(deps);
    await join();
    if (await silentSince(deps.authDb)) deps.log.warn(SILENT_COPY);
    await live.start();
    await app.listen({ host: config.host, port: config.port });
    // Of a free port that was asked for, links are to name the one that was found: of this node alone.
    own.port = (app.server.address() as AddressInfo).port;
    firstLink = await firstSignUpLink(deps);
  } catch (error) {
    // A taken port ends the start; what already reads the database must not outlive it.
    await live.stop();
    await app.close();
    await close();
    throw error;
  }
  void health.look();
  const stopping = new AbortController();
  const broughtUp = updateOlderWorkspaces(deps, stopping.signal).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'older workspaces lack what was added since; it is tried again'),
  );
  runSchedules(deps);
  deps.jobs.start();
  deps.alarm.start();
  deps.followUps.start();
  const stopReleasing = releaseWhenIdle();

  /** Readiness first, then sockets and requests, then what requests need. */
  const stop = async () => {
    stopReleasing();
    health.stop();
    stopping.abort();
    live.hub.dismiss();
    await sleep(config.drainSeconds * 1000);
    await closeApp(app, REQUEST_MS);
    await deps.alarm.stop();
    await deps.followUps.stop();
    await deps.jobs.stop();
    await broughtUp;
    await live.stop();
    await close();
  };
  let closing: Promise<void> | undefined;
  return {
    firstLink,
    address: addressOf(config.host, (app.server.address() as AddressInfo).port),
    close: () => (closing ??= stop()),
  };
}

/** A password that everybody knows opens nothing in production. */
async function closeDemo(deps: Deps): Promise<void> {
  const closed = await disableDemoAccounts(deps);
  if (closed.length > 0)
    deps.log.warn(`the demo was made in this database: its accounts are disabled (${closed.join(', ')})`);
}

function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
