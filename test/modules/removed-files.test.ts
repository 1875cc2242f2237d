import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removedFiles, removeFile } from '../../server/platform/files/remove.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { sweepFiles } from '../../server/platform/files/sweep.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { buildServer, buildWorkspace, type TestServer } from '../factories.ts';

let server: TestServer;
let ws: string;
beforeAll(async () => {
  server = await buildServer();
  ws = (await buildWorkspace(server)).id;
});
afterAll(() => server.close());

async function storeFile(): Promise<{ id: string; storageKey: string }> {
  const facts = { workspaceId: ws, uploadedBy: null, name: 'x.txt', type: 'text/plain', size: 6, sha256: '' };
  const { id } = await storeGenerated(server.deps, facts, Buffer.from('สว'));
  return server.owner.selectFrom('files').select(['id', 'storageKey']).where('id', '=', id).executeTakeFirstOrThrow();
}
const bytesOf = async (storageKey: string) => (await buffer(await server.deps.files.get(storageKey))).length;
const left = () => server.owner.selectFrom('removedFiles').select('id').execute();
const isThere = async (id: string) =>
  (await server.owner.selectFrom('files').select('id').where('id', '=', id).execute()).length === 1;
const run = () => removedFiles.run(server.deps, new AbortController().signal);
/** The schedule, once no other node can be at it. */
async function runLater(): Promise<unknown> {
  await server.owner
    .updateTable('removedFiles')
    .set({ removedAt: new Date(Date.now() - 60_000) })
    .execute();
  return run();
}

it('the bytes of a file are removed once the transaction that removes it has committed', async () => {
  const { id, storageKey } = await storeFile();
  await transact(server.deps, { workspaceId: ws }, async (trx) => {
    await removeFile(trx, { workspaceId: ws, fileId: id });
    expect(await bytesOf(storageKey)).toBeGreaterThan(0);
  });
  await expect(bytesOf(storageKey)).rejects.toThrow();
  expect([await isThere(id), await left()]).toEqual([false, []]);
});

it('they stay where the transaction fails', async () => {
  const { id, storageKey } = await storeFile();
  const failing = transact(server.deps, { workspaceId: ws }, async (trx) => {
    await removeFile(trx, { workspaceId: ws, fileId: id });
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect([await isThere(id), (await bytesOf(storageKey)) > 0, await left()]).toEqual([true, true, []]);
});

it('what the store refuses is removed later, and does not keep the others', async () => {
  const [one, other] = [await storeFile(), await storeFile()];
  const refusing = {
    ...server.deps,
    files: {
      ...server.deps.files,
      remove: (key: string) =>
        key === one.storageKey ? Promise.reject(new Error('away')) : server.deps.files.remove(key),
    },
  };
  await transact(refusing, { workspaceId: ws }, async (trx) => {
    for (const { id } of [one, other]) await removeFile(trx, { workspaceId: ws, fileId: id });
  });
  expect(await bytesOf(one.storageKey)).toBeGreaterThan(0);
  await expect(bytesOf(other.storageKey)).rejects.toThrow();
  expect(await left()).toEqual([{ id: one.id }]);

  // Its own node may be at it.
  expect(await run()).toBe(0);
  expect(await runLater()).toBe(1);
  await expect(bytesOf(one.storageKey)).rejects.toThrow();
  expect(await left()).toEqual([]);
});

it('of files that no record owns, they are removed after the rows too, and later where the store refuses', async () => {
  const { id, storageKey } = await storeFile();
  const old = new Date(Date.now() - 2 * 86_400_000);
  await server.owner.updateTable('files').set({ createdAt: old }).where('id', '=', id).execute();
  const refusing = {
    ...server.deps,
    files: {
      ...server.deps.files,
      async remove() {
        expect(await isThere(id)).toBe(false);
        throw new Error('away');
      },
    },
  };
  expect(await sweepFiles(refusing)).toBe(1);
  expect(await left()).toEqual([{ id }]);
  expect(await bytesOf(storageKey)).toBeGreaterThan(0);
  await runLater();
  await expect(bytesOf(storageKey)).rejects.toThrow();
  expect(await left()).toEqual([]);
});
