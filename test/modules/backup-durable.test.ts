import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backup } from '../../db/backup/backup.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { BACKUP_KEYS } from '../helpers/backupKeys.ts';
import { syncedPaths } from '../helpers/syncedPaths.ts';

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

it.skipIf(process.platform !== 'linux')(
  'a backup has its name once all of it is on disk, and is done once its name is there, too',
  async () => {
    const filesDir = join(folder, 'files');
    await mkdir(join(filesDir, 'inner'), { recursive: true });
    await writeFile(join(filesDir, 'inner', 'upload'), 'content');
    const target = join(folder, 'backup');
    const found = await syncedPaths(target, () =>
      backup({ keys: BACKUP_KEYS, url: server.databaseUrl, filesDir, target }),
    );
    const partial = `${target}.partial`;
    const before = new Set(found.filter(({ isNamed }) => !isNamed).map(({ path }) => relative(partial, path)));
    const written = await readdir(target, { recursive: true });
    expect(written).toContain(join('files', 'inner', 'upload'));
    expect(['', ...written].filter((path) => !before.has(path))).toEqual([]);
    expect(found.filter(({ isNamed }) => isNamed).map(({ path }) => path)).toEqual([folder]);
  },
);
