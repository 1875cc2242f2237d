import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE } from '../../shared/duration.ts';

/** How often a node looks whether it is idle, and what share of a processor an idle one uses at most. */
const LOOK_MS = MINUTE;
const IDLE_SHARE = 0.05;
/** By less than this the heap may grow without being worth a collection, bytes. */
const WORTH = 32 * 1024 * 1024;

let collect: (() => void) | undefined;

/**
 * Collects what is not used any more and hands its memory back to the system. V8 does so when it runs out of room,
 * which a node that has nothing to do never does: it would keep for good what its start, or its busiest minute, took.
 * Stops everything else for about a tenth of a second.
 */
export function releaseMemory(): void {
  if (!collect) {
    // The only way to the collector without a flag on the command line: the contexts that are made while it is set have
    // it.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}

/**
 * Releases memory whenever a minute was idle, and the heap has grown since the last time by more than is worth the
 * trouble; the first time a minute after the start. What of it is garbage is not known before it is collected.
 * @returns ends it
 */
export function releaseWhenIdle(): () => void {
  let spent = process.cpuUsage();
  let afterRelease = 0;
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(spent);
    spent = process.cpuUsage();
    const grown = process.memoryUsage().heapTotal - afterRelease;
    if ((user + system) / 1000 >= LOOK_MS * IDLE_SHARE || grown < WORTH) return;
    releaseMemory();
    afterRelease = process.memoryUsage().heapTotal;
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
