import { open, readdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Writes a folder's own list of names to disk. Windows has no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a folder its name once everything in it is on disk, and returns when the name is there, too: after a power cut
 * there is all of it or nothing. Files are synced by whoever writes them (`flush`).
 */
export async function publishFolder(partial: string, target: string): Promise<void> {
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(partial);
  await rename(partial, target);
  await syncFolder(dirname(resolve(target)));
}
