import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localStore } from '../../server/platform/files/localStore.ts';
import { syncedPaths } from '../helpers/syncedPaths.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.skipIf(process.platform !== 'linux')(
  'a file is stored once its content, its name and those of its folders are on disk',
  async () => {
    const root = join(folder, 'data', 'files');
    const inner = join(root, 'workspace');
    const { put } = localStore(root);
    const syncedFor = async (name: string) => {
      const found = await syncedPaths(join(inner, name), () =>
        put(`workspace/${name}`, Buffer.from('x'), { size: 1, type: 'text/plain' }),
      );
      const pathsWhere = (wanted: boolean) => found.filter(({ isNamed }) => isNamed === wanted).map(({ path }) => path);
      return { content: pathsWhere(false), names: pathsWhere(true) };
    };
    const first = await syncedFor('first');
    expect(first.content).toEqual([expect.stringContaining(join(inner, 'first.'))]);
    expect(first.names).toEqual([inner, root, join(folder, 'data'), folder]);
    expect((await syncedFor('second')).names).toEqual([inner, root]);
  },
);
