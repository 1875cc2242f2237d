import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/platform/config.ts';
import { startServer, type RunningServer } from '../../server/main.ts';
import { createFileStore } from '../../server/platform/files/store.ts';
import { joinInstallation, readMark } from '../../server/platform/installation/installation.ts';
import { createLogger } from '../../server/platform/log.ts';
import { checkInstallation } from '../../server/platform/operator/check.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildServer, buildWorkspace } from '../factories.ts';
import { startS3 } from '../helpers/s3.ts';
import { until } from '../helpers/until.ts';

const KEY = randomBytes(32).toString('base64');
const OTHER_KEY = randomBytes(32).toString('base64');

let database: TestDatabase;
let folder: string;
let number = 0;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'pokpong-installation-'));
  return async () => {
    for (const server of running.splice(0)) await server.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Starts a node with the database; each has a separate folder by default. */
async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_POOL: '2',
    MASTER_KEY: KEY,
    DATA_DIR: join(folder, `node-${(number += 1)}`),
    ...env,
  });
  const server = await startServer(config, { databaseUrl: database.url });
  running.push(server);
  return server;
}

/** A workspace with `masterKey`. */
async function workspaceUnder(masterKey: string): Promise<void> {
  const server = await buildServer({ MASTER_KEY: masterKey }, { databaseUrl: database.url });
  await buildWorkspace(server).finally(() => server.close());
}

it('a node at a free port names that port in its links', async () => {
  const server = await start({ SIGNUP: 'closed' });
  expect(new URL(server.address).port).not.toBe('0');
  expect(new URL(server.firstLink!.url).port).toBe(new URL(server.address).port);
});

describe('a node with another master key than the one of the workspaces', () => {
  it('does not start, and names its key and the required one', async () => {
    await workspaceUnder(KEY);
    await expect(start({ MASTER_KEY: OTHER_KEY })).rejects.toThrow(
      /MASTER_KEY: this is not the master key.*[0-9a-f]{16}.*[0-9a-f]{16}/,
    );
    const shared = join(folder, 'shared');
    await start({ DATA_DIR: shared });
    await expect(start({ MASTER_KEY: OTHER_KEY, DATA_DIR: shared })).rejects.toThrow(/not the master key/);
  });

  it('creates no workspace with it, even if it was running before the first workspace was created', async () => {
    await start();
    await expect(workspaceUnder(OTHER_KEY)).rejects.toThrow(/not the master key/);
    await workspaceUnder(KEY);
  });

  it('may take over an installation without any workspace', async () => {
    const shared = join(folder, 'shared');
    const first = await start({ DATA_DIR: shared });
    await first.close();
    await start({ MASTER_KEY: OTHER_KEY, DATA_DIR: shared });
    await expect(workspaceUnder(KEY)).rejects.toThrow(/not the master key/);
  });
});

describe('the folder of files', () => {
  it('is the same for all nodes: one with another folder does not start', async () => {
    const shared = join(folder, 'shared');
    await start({ DATA_DIR: shared });
    await start({ DATA_DIR: shared });
    await expect(start()).rejects.toThrow(/node-\d+\/files is not the one that the other nodes .* keep files in/);
  });

  it('belongs to one installation', async () => {
    const shared = join(folder, 'shared');
    mkdirSync(join(shared, 'files'), { recursive: true });
    writeFileSync(join(shared, 'files', 'installation'), '01890000-0000-7000-8000-000000000001');
    await expect(start({ DATA_DIR: shared })).rejects.toThrow(/belongs to another installation/);
  });

  it('that cannot be written to is reported in a sentence', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(start({ DATA_DIR: join(folder, 'file') })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/file\/files cannot be read and written/) as unknown,
    });
  });
});

describe('a bucket', () => {
  const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  let peer: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    peer = await startS3('pokpong', keys);
  });
  beforeEach(() => {
    peer.objects.clear();
    peer.away = false;
    peer.readOnly = false;
    peer.unlisted = false;
  });
  afterAll(() => peer.close());

  const env = (prefix: string) => ({
    FILES: `s3://pokpong/${prefix}`,
    S3_ENDPOINT: peer.endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  const readiness = async ({ address }: RunningServer) => {
    const answer = await fetch(`${address}/readyz`);
    return [answer.status, (await answer.json()) as { status: string; details?: { files: string } }] as const;
  };
  const filesAre = (server: RunningServer, state: string) =>
    until(async () => (await readiness(server))[1].details?.files === state);

  it('is marked too, and an unavailable one does not prevent a node from starting', async () => {
    peer.away = true;
    const early = await start(env('files'));
    await filesAre(early, 'away');
    expect((await readiness(early))[0]).toBe(200);
    peer.away = false;
    await start(env('files'));
    await until(() => [...peer.objects.keys()].join() === 'files/installation');
    expect(existsSync(join(folder, `node-${number}`, 'files'))).toBe(false);
    await expect(start(env('elsewhere'))).rejects.toThrow(/the bucket pokpong is not the one/);
  });

  it('that turns out to differ from that of the other nodes takes the node out of service', async () => {
    await start(env('those'));
    peer.away = true;
    const wrong = await start(env('these'));
    peer.away = false;
    await until(async () => (await readiness(wrong))[0] === 503);
    expect(await readiness(wrong)).toEqual([503, { status: 'other files' }]);
  });

  it('in which nothing can be stored is reported at /readyz', async () => {
    const first = await start(env('shared'));
    await filesAre(first, 'up');
    peer.readOnly = true;
    await filesAre(await start(env('shared')), 'away');
    peer.readOnly = false;
  });

  it('that may not be listed is reported at the start and by the check, with the right that is missing', async () => {
    const server = await buildServer({ MASTER_KEY: KEY, ...env('unlisted') }, { databaseUrl: database.url });
    const { deps } = server;
    const lines: string[] = [];
    const log = createLogger(
      { logLevel: 'info', nodeEnv: 'test' },
      {
        write: (line: string) => void lines.push(line),
      },
    );
    const join = () => joinInstallation({ ...deps, masterKeyId: deps.keyring.masterKeyId, log });
    const check = async () =>
      (await checkInstallation(deps, database.url)).find(({ subject }) => subject === 'files')?.detail;
    try {
      peer.unlisted = true;
      await join();
      expect(lines.join()).toMatch(/refuses to be read: is s3:ListBucket allowed/);
      peer.unlisted = false;
      await join();
      expect(await check()).toBe('bucket pokpong');
      // The mark is there and read; files of a workspace that is deleted would not be found.
      peer.unlisted = true;
      await join();
      expect(await check()).toMatch(/refuses \(AccessDenied\); is s3:ListBucket allowed/);
      expect(lines).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('that does not respond is given up in time', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', () => resolve());
    });
    const { port } = silent.address() as AddressInfo;
    const config = loadConfig({ ...env('files'), S3_ENDPOINT: `http://127.0.0.1:${port}` });
    await expect(readMark(createFileStore(config), 200)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    silent.closeAllConnections();
    silent.close();
  });
});
