import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHILD_ENVIRONMENT } from './childEnvironment.ts';
import { until } from './until.ts';

// Complete servers in separate processes, to be killed while they work.

const ROOT = join(import.meta.dirname, '../..');
export const MASTER_KEY: string = Buffer.alloc(32, 7).toString('base64');

const children: ChildProcess[] = [];
const folders: string[] = [];

/** A folder removed by `removeFolders`. */
export function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'pokpong-test-'));
  folders.push(created);
  return created;
}
export function removeFolders(): void {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

/** Kills a process like a power failure does, and waits until it has ended. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
/** The same for every started server that is still running. */
export async function killAll(): Promise<void> {
  for (const child of children.splice(0)) await killed(child);
}

export interface Node {
  child: ChildProcess;
  address: string;
  output(): string;
}

/** A complete server, ready to respond. */
export async function startNode(
  databaseUrl: string,
  port: number,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Node> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/serve.ts')], {
    cwd: ROOT,
    env: {
      ...CHILD_ENVIRONMENT,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MASTER_KEY,
      DATABASE_POOL: '4',
      CONSENT_RATE_PER_MINUTE: '0',
      REQUEST_RATE_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const address = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
    return (await fetch(`${address}/readyz`).catch(() => null))?.status === 200;
  }, 'the server');
  return { child, address, output: () => output };
}
