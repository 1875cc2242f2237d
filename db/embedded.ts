import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { claimDataDir } from './embedded/claim.ts';
import { clusterPassword, createCluster, postmasterPid, runningPort, stopOrphan } from './embedded/cluster.ts';
import { findPrograms, type Programs } from './embedded/programs.ts';
import { keepAlive } from './embedded/keepAlive.ts';
import { runServer, socketFolder } from './embedded/server.ts';
import { postgresUser } from './embedded/user.ts';

const DATABASE = 'pokpong';

export interface EmbeddedOptions {
  /**
   * Folder for `postgres/` (the cluster), `postgres.json` (its password) and `instance.json` (who uses it); made when
   * missing.
   */
  dataDir: string;
  /** Port on 127.0.0.1; a free one when left out or taken. */
  port?: number;
  /** Tests only: do not wait for the disk. A crash of the machine then loses data. */
  fast?: boolean;
  /** Benches only: memory as in production although it is `fast`. */
  production?: boolean;
  /** Tests only: programs of another release than the installed one. */
  programs?: Programs;
  /** Receives each line of Postgres's log. */
  log?: (line: string) => void;
  /** Receives why Postgres ended by itself, or could not be started again. */
  report?: (text: string) => void;
}

export interface Embedded {
  /** Connection of the superuser to the database `pokpong`. */
  url: string;
  /** The same, through the file system where a `fast` server can be reached so. */
  localUrl: string;
  port: number;
  /** Process number of Postgres itself, for tests that kill it. */
  pid(): Promise<number | undefined>;
  /** Stops Postgres and gives the data folder free; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL over `dataDir`, creating it at the first time. It
 * listens on 127.0.0.1 alone, ends when this process ends, and is started again
 * on the same port when it dies of itself, as often as it takes. What a killed
 * start left behind is cleared first.
 * @throws DataDirInUse when another live process runs on the same folder
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { fast = false, production = !fast, log = () => {}, report = () => {} } = options;
  const created = await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  // As root, Postgres's own user must be able to pass the folder, but not to list it.
  if (created !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const release = await claimDataDir(dataDir);
  const cluster = join(dataDir, 'postgres');
  try {
    const programs = options.programs ?? (await findPrograms());
    const password = await clusterPassword(dataDir);
    const user = postgresUser(cluster, [programs.postgres, dataDir]);
    await createCluster(dataDir, programs, user, password, fast);
    await stopOrphan(cluster, log);

    const serverOptions = { cluster, programs, user, fast, production, log };
    const running = await runServer(serverOptions, options.port);
    const end = keepAlive(running, serverOptions, report);
    const { port } = running;
    const url = addressOf(password, port);
    const sockets = fast ? socketFolder(cluster) : undefined;
    const localUrl = sockets === undefined ? url : `${url}?host=${encodeURIComponent(sockets)}`;
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= end().then(release));
    try {
      await ensureDatabase(url);
    } catch (error) {
      await stop();
      throw error;
    }
    return { url, localUrl, port, pid: () => postmasterPid(cluster), stop };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Connection to the embedded Postgres that another process runs over `dataDir`,
 * undefined when none runs.
 */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const port = await runningPort(cluster);
  return port === undefined ? undefined : addressOf(await clusterPassword(dataDir), port);
}

function addressOf(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/** Creates the product's database at the first start. */
async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    const maintenance = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
    await maintenance.connect();
    try {
      await maintenance.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await maintenance.end();
    }
    return;
  }
  await client.end();
}
