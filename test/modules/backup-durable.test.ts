import fs, { existsSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { backup } from '../../db/backup/backup.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { BACKUP_KEYS } from '../helpers/backupKeys.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-backup-durable-'));
  server = await buildServer({ DATA_DIR: join(folder, 'data') });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Notes what is written to disk during `work`, by path, and whether `target` had its name by then. Linux alone. */
async function synced(target: string, work: () => Promise<unknown>) {
  const found: { path: string; isNamed: boolean }[] = [];
  const note = (fd: number) => found.push({ path: readlinkSync(`/proc/self/fd/${fd}`), isNamed: existsSync(target) });
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as { sync: (this: { fd: number }) => Promise<void> };
  await handle.close();
  const { sync } = prototype;
  const { fsync } = fs;
  const spies = [
    vi.spyOn(prototype, 'sync').mockImplementation(function (this: { fd: number }) {
      note(this.fd);
      return sync.call(this);
    }),
    vi.spyOn(fs, 'fsync').mockImplementation(((fd: number, done: fs.NoParamCallback) => {
      note(fd);
      fsync(fd, done);
    }) as typeof fs.fsync),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return found;
}

it.skipIf(process.platform !== 'linux')(
  'a backup has its name once all of it is on disk, and is done once its name is there, too',
  async () => {
    const filesDir = join(folder, 'files');
    await mkdir(join(filesDir, 'inner'), { recursive: true });
    await writeFile(join(filesDir, 'inner', 'upload'), 'content');
    const target = join(folder, 'backup');
    const found = await synced(target, () => backup({ keys: BACKUP_KEYS, url: server.databaseUrl, filesDir, target }));
    const partial = `${target}.partial`;
    const before = new Set(found.filter(({ isNamed }) => !isNamed).map(({ path }) => relative(partial, path)));
    const written = await readdir(target, { recursive: true });
    expect(written).toContain(join('files', 'inner', 'upload'));
    expect(['', ...written].filter((path) => !before.has(path))).toEqual([]);
    expect(found.filter(({ isNamed }) => isNamed).map(({ path }) => path)).toEqual([folder]);
  },
);
