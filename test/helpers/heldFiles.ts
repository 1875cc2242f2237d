import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Holds every file that is created in a folder until `release`, as a busy disk does; everything else on the disk goes
 * on. `asked` settles once the first is to be created.
 */
export function holdNewFiles(folder: string): { asked: Promise<void>; release(): void } {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { open } = fs;
  const { open: openPromised } = fs.promises;
  const isHeld = (path: unknown) => String(path).startsWith(folder);
  const held = () => {
    asked.resolve();
    return released.promise;
  };
  fs.open = ((...args: Parameters<typeof open>) => {
    if (isHeld(args[0])) void held().then(() => open(...args));
    else open(...args);
  }) as typeof open;
  fs.promises.open = async (...args) => {
    if (isHeld(args[0])) await held();
    return openPromised(...args);
  };
  syncBuiltinESMExports();
  return {
    asked: asked.promise,
    release() {
      fs.open = open;
      fs.promises.open = openPromised;
      syncBuiltinESMExports();
      released.resolve();
    },
  };
}
