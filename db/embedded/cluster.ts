import { randomBytes } from 'node:crypto';
import { chmodSync, statSync } from 'node:fs';
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgresOf, processIdentity } from './processes.ts';
import type { Programs } from './programs.ts';
import { spawnSupervised } from './supervise.ts';
import type { PostgresUser } from './user.ts';

// Thai sorts and compares by ICU; C.UTF-8 keeps character classes, without which
// trigrams of Thai words are empty and every search is a scan. macOS has no C.UTF-8 before 15.
const LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale-provider=icu',
  '--icu-locale=th-TH',
  `--locale=${LOCALE}`,
  '--lc-messages=C',
  '--username=postgres',
  '--auth=scram-sha-256',
  '--no-instructions',
];
const UNFINISHED = 'postgres.new';

/** The superuser's password: made once, kept in `postgres.json`, readable by the owner alone. */
export async function clusterPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.json');
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing !== undefined) {
    try {
      const { password } = JSON.parse(existing) as { password?: unknown };
      if (typeof password === 'string' && password !== '') return password;
    } catch {
      // Cut off while it was written: judged below.
    }
  }
  if (await exists(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} with the password of the database in ${dataDir}/postgres is missing or broken. Bring it back from a copy, or move the folder aside to begin again.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, JSON.stringify({ password }), { mode: 0o600 });
  return password;
}

/**
 * Creates the cluster in `dataDir/postgres` unless it is there. It is built
 * beside and renamed when whole, so a start killed half way leaves no half cluster.
 * @param fast do not wait for the disk: for tests, where a lost cluster costs nothing
 */
export async function createCluster(
  dataDir: string,
  programs: Programs,
  user: PostgresUser,
  password: string,
  fast: boolean,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // Patiently: the initdb of a killed start needs a moment to end.
    if (name.startsWith(UNFINISHED))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
  const finished = join(dataDir, 'postgres');
  if (await exists(finished)) return;

  const folder = join(dataDir, `${UNFINISHED}-${randomBytes(6).toString('hex')}`);
  const passwordFile = `${folder}-password`;
  await mkdir(folder, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.ids !== undefined) {
    await chown(folder, user.ids.uid, user.ids.gid);
    await chown(passwordFile, user.ids.uid, user.ids.gid);
  }
  makeExecutable(programs.initdb);
  makeExecutable(programs.postgres);
  try {
    const flags = [
      ...INITDB_FLAGS,
      `--pgdata=${folder}`,
      `--pwfile=${passwordFile}`,
      ...(fast ? ['--no-sync'] : []),
      // A setting that initdb takes from 16 on.
      ...(fast && programs.release >= 16 ? ['--set=scram_iterations=1'] : []),
    ];
    await runInitdb(user, programs.initdb, flags);
    await rename(folder, finished);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Ends a Postgres that an earlier, killed start left running on `cluster`, and
 * removes a pid file whose number now belongs to somebody else. Called only
 * while the data folder is claimed, so that nobody rightful is using it.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = await postmasterPid(cluster);
  // A file of a process that is gone stays: Postgres itself then checks that no child of the dead one is left.
  if (pid === undefined || processIdentity(pid) === undefined) return;
  if (!isPostgresOf(pid, cluster)) {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log(`stopping the Postgres that an earlier start left behind (process ${pid})`);
  // Fast shutdown, then immediate (recovers at the next start), then by force.
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const until = Date.now() + patience;
    while (Date.now() < until) {
      if (processIdentity(pid) === undefined) return;
      // Again and again: a Postgres that has only just started does not listen yet.
      process.kill(pid, signal);
      await sleep(50);
    }
  }
  throw new Error(`The Postgres of an earlier start (process ${pid}) does not end.`);
}

/** Process number in the cluster's pid file, undefined when there is none. */
export async function postmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Port of the Postgres that runs on the cluster, undefined when none runs or it is not ready yet. */
export async function runningPort(cluster: string): Promise<number | undefined> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined || !isPostgresOf(pid, cluster)) return undefined;
  // Lines of the file: process, folder, start, port, socket folder, address, memory, state (miscadmin.h of Postgres).
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[7]?.trim() === 'ready' ? Number(lines[3]) : undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Some package managers and archives lose the executable bit. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}

async function runInitdb(user: PostgresUser, program: string, flags: string[]): Promise<void> {
  const child = spawnSupervised(user, program, flags);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The database could not be created (initdb ended with ${code}):\n${output.trim()}`);
}
