import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './processes.ts';

/** The data folder belongs to a process that is still running. */
class DataDirInUse extends Error {
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another Pokpong (process ${pid}). Stop that one, or choose another folder with DATA_DIR.`,
    );
    this.name = 'DataDirInUse';
    this.pid = pid;
  }
}

interface Claimant {
  pid: number;
  identity: string;
}

/**
 * Claims `dataDir` for this process, so that two never run on the same data.
 * A claim whose process has died (kill -9, power cut) is taken over.
 * @returns a function that gives the claim up
 * @throws DataDirInUse when the claiming process still runs
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'instance.json');
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' } satisfies Claimant);
  for (;;) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 });
      return async () => {
        if ((await content(file)) === mine) await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const existing = await content(file);
    const claimant = parse(existing);
    if (claimant !== undefined && processIdentity(claimant.pid) === claimant.identity) {
      throw new DataDirInUse(dataDir, claimant.pid);
    }
    // An empty file may be a claim that is being written at this very moment.
    if (claimant === undefined) {
      await sleep(100);
      if ((await content(file)) !== existing) continue;
    }
    await removeStale(file, existing);
  }
}

/** Moves the stale claim aside first: if somebody renewed it in between, theirs is put back. */
async function removeStale(file: string, expected: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await content(aside)) === expected) await rm(aside, { force: true });
  else await rename(aside, file);
}

async function content(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function parse(text: string): Claimant | undefined {
  try {
    const value = JSON.parse(text) as Claimant;
    return Number.isInteger(value.pid) ? value : undefined;
  } catch {
    return undefined;
  }
}
