import fs, { existsSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { vi } from 'vitest';

/** Notes what is written to disk during `work`, by path, and whether `target` had its name by then. Linux alone. */
export async function syncedPaths(
  target: string,
  work: () => Promise<unknown>,
): Promise<{ path: string; isNamed: boolean }[]> {
  const found: { path: string; isNamed: boolean }[] = [];
  const note = (fd: number) => found.push({ path: readlinkSync(`/proc/self/fd/${fd}`), isNamed: existsSync(target) });
  const handle = await open(tmpdir(), 'r');
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
