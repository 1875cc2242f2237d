import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../../db/backup/durable.ts';
import { checkedKey, FileMissing, type FileStore } from './contract.ts';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Gives a file a second name. @returns false where that cannot be: on another disk, say */
const isLinkedTo = (path: string, name: string): Promise<boolean> =>
  link(path, name).then(
    () => true,
    () => false,
  );

/** Writes to disk which names a folder has in it, and those above it up to `highest`. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let at = lowest; ; at = dirname(at)) {
    await syncFolder(at);
    if (at === highest) return;
  }
}

/** Files in the folder `root`, one file a key, readable by the server's user only. */
export function localStore(root: string): FileStore {
  const folder = resolve(root);
  const pathOf = (key: string): string => join(folder, checkedKey(key));

  return {
    async put(key, source, { size }) {
      const path = pathOf(key);
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Up to the folder of the store even where nothing was created here: another upload may have done so just now.
      const highest = created !== undefined && folder.startsWith(created) ? dirname(created) : folder;
      // Written beside and renamed, so that nobody ever reads half a file; synced with its name and those of its
      // folders, since the row that names it is durable.
      const draft = `${path}.${randomUUID()}`;
      const isLinked = 'onDisk' in source && (await isLinkedTo(source.onDisk, draft));
      const file = await open(draft, isLinked ? 'r+' : 'wx', 0o600);
      try {
        if (!isLinked) await file.writeFile('onDisk' in source ? createReadStream(source.onDisk) : source);
        const written = (await file.stat()).size;
        if (written !== size) throw new Error(`${written} bytes arrived in place of ${size}`);
        await file.sync();
        await file.close();
        await rename(draft, path);
        await syncFolders(dirname(path), highest);
      } catch (error) {
        await file.close().catch(() => {});
        await rm(draft, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream({ start: range?.start, end: range?.end });
      } catch (error) {
        throw isMissing(error) ? new FileMissing(key) : error;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async removeAll(prefix) {
      await rm(pathOf(prefix), { force: true, recursive: true });
    },
  };
}
