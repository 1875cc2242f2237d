import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Blocks every file creation in a folder until `release`, like a busy disk; everything else on the disk continues.
 * `asked` settles once the first is requested.
 */
export function holdNewFiles(folder: string): { opened: Promise<void>; release(): void } {
  const opened = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { open } = fs;
  const { open: openPromised } = fs.promises;
  const isWatched = (path: unknown) => String(path).startsWith(folder);
  const waiting = () => {
    opened.resolve();
    return released.promise;
  };
  fs.open = ((...args: Parameters<typeof open>) => {
    if (isWatched(args[0])) void waiting().then(() => open(...args));
    else open(...args);
  }) as typeof open;
  fs.promises.open = async (...args) => {
    if (isWatched(args[0])) await waiting();
    return openPromised(...args);
  };
  syncBuiltinESMExports();
  return {
    opened: opened.promise,
    release() {
      fs.open = open;
      fs.promises.open = openPromised;
      syncBuiltinESMExports();
      released.resolve();
    },
  };
}
