import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../../shared/duration.ts';
import type { Deps } from '../trpc/context.ts';
import { workshop } from './writing.ts';

/** Removes what killed nodes left half made over a day ago. */
export async function sweepWorkshop(deps: Pick<Deps, 'config' | 'now'>): Promise<void> {
  const folder = workshop(deps.config.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && mtimeMs < deps.now().getTime() - DAY) await rm(file, { force: true });
  }
}
