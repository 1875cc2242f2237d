import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterPid } from './cluster.ts';
import type { Programs } from './programs.ts';
import { spawnSupervised } from './supervise.ts';
import type { PostgresUser } from './user.ts';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // Short queries gain nothing from compilation and now and then lose 100 ms to it.
  jit: 'off',
  // What users typed must not reach the log: no statements, no values beside an error.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
};
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

const MB = 2 ** 20;

/** Bytes of memory that this process and its children may use: the machine's, or less in a container. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Settings of a server for the product's own data, with `memory` bytes to share with the product. They differ from
 * Postgres's own, which are meant to start anywhere; docs/self-hosting.md says the same for a Postgres of one's own.
 */
export function productionSettings(memory = availableMemory()): Record<string, string> {
  // Pages are taken as they are used; beyond 8 GB the system's own cache does as well.
  const buffers = Math.min(8192, Math.max(128, Math.floor(memory / 4 / MB)));
  return {
    shared_buffers: `${buffers}MB`,
    // A checkpoint makes each page be logged in full at its next change, so fewer of them write far less.
    max_wal_size: '4GB',
    // Files of the log are used again: a new one is filled with zeros first, for which every commit waits 50 ms.
    min_wal_size: '1GB',
    checkpoint_timeout: '15min',
  };
}

const STATEMENT_ERROR = ' ERROR:  ';
const READY = 'database system is ready to accept connections';
const PORT_IN_USE = /could not bind|could not create any TCP/;
const STILL_ENDING = /pre-existing shared memory block|lock file ".*" (already exists|is empty)/;

/** Bytes that the address of a socket may have on every system. */
const SOCKET_ADDRESS_LIMIT = 103;

/**
 * The folder for sockets of a `fast` server: a query through one costs a third less than one through the network.
 * @returns undefined where the system has no sockets in the file system, or the folder's name is too long for one
 */
export function socketFolder(cluster: string): string | undefined {
  const fits = Buffer.byteLength(`${cluster}/.s.PGSQL.65535`) <= SOCKET_ADDRESS_LIMIT;
  return fits && process.platform !== 'win32' ? cluster : undefined;
}

/** What is needed to run a Postgres server over a finished cluster. */
export interface ServerOptions {
  cluster: string;
  programs: Programs;
  user: PostgresUser;
  fast: boolean;
  /** Takes memory and writes ahead as for the product's data; without it the server stays small. */
  production: boolean;
  log: (line: string) => void;
}

/** A running Postgres. */
export interface RunningServer {
  child: ChildProcess;
  port: number;
  /** What it wrote last, without errors of statements: those quote what users typed. */
  lastLines(): string[];
}

/** Lines that are remembered of a running Postgres. */
const LAST_LINES = 20;

/**
 * Runs Postgres until it accepts connections. Waits up to 15 s for the remains
 * of a killed one to end.
 * @param port wished port; when it is taken, or undefined, a free one is chosen
 * @param insist fail rather than choose another port
 */
export async function runServer(
  options: ServerOptions,
  port: number | undefined,
  insist = false,
): Promise<RunningServer> {
  const until = Date.now() + 15_000;
  let wanted = port ?? (await freePort());
  for (;;) {
    const outcome = await launch(options, wanted);
    if (typeof outcome !== 'string') return { ...outcome, port: wanted };
    if (Date.now() > until) throw new Error(`Postgres did not start:\n${outcome}`);
    if (PORT_IN_USE.test(outcome) && !insist) wanted = await freePort();
    else if (PORT_IN_USE.test(outcome) || STILL_ENDING.test(outcome)) await sleep(100);
    else throw new Error(`Postgres did not start:\n${outcome}`);
  }
}

/** Stops Postgres: fast shutdown, after 20 s immediate (which the next start recovers from). */
export async function stopServer(child: ChildProcess, cluster: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.stdin?.end();
  const force = setTimeout(async () => {
    const pid = await postmasterPid(cluster);
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  }, 20_000);
  await ended;
  clearTimeout(force);
}

/** @returns the supervising process once Postgres is ready, or what Postgres said when it ended instead */
async function launch(
  { cluster, programs, user, fast, production, log }: ServerOptions,
  port: number,
): Promise<Omit<RunningServer, 'port'> | string> {
  const sockets = fast ? socketFolder(cluster) : undefined;
  const settings = {
    ...SETTINGS,
    ...(production ? productionSettings() : {}),
    ...(fast ? FAST_SETTINGS : {}),
    ...(sockets === undefined ? {} : { unix_socket_directories: sockets }),
  };
  const child = spawnSupervised(user, programs.postgres, [
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const output: string[] = [];
  let starting = true;
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!line.includes(STATEMENT_ERROR)) output.push(line);
      if (!starting && output.length > LAST_LINES) output.splice(0, output.length - LAST_LINES);
      log(line);
      if (line.includes(READY)) {
        starting = false;
        resolve({ child, lastLines: () => [...output] });
      }
    });
    child.on('error', reject);
    child.on('close', () => resolve(output.join('\n')));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
