import { setTimeout as sleep } from 'node:timers/promises';
import { runServer, type RunningServer, type ServerOptions, stopServer } from './server.ts';

/** A Postgres that has run for so long counts as sound: the next start needs no pause. */
const SOUND_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** How long to wait before the next start, after so many in a row that failed or did not last. */
const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/**
 * Starts Postgres again on its port whenever it ends by itself: immediately at first, after growing pauses while it
 * does not last, and without end.
 * @param report receives why it ended, or did not start
 * @returns stops Postgres, for good
 */
export function keepAlive(
  first: RunningServer,
  options: ServerOptions,
  report: (text: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = first;
  let restarting: Promise<void> | undefined;
  let failures = 0;

  function watch({ child, lastLines }: RunningServer): void {
    const startedAt = Date.now();
    child.once('exit', () => {
      if (signal.aborted) return;
      if (Date.now() - startedAt >= SOUND_MS) failures = 0;
      restarting = startAgain();
    });
    // Its last lines are complete only now.
    child.once('close', () => {
      if (!signal.aborted) report(['Postgres ended by itself and is started again:', ...lastLines()].join('\n'));
    });
  }

  async function startAgain(): Promise<void> {
    while (!signal.aborted) {
      const pause = pauseAfter(failures);
      failures += 1;
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        running = await runServer(options, first.port, true);
        watch(running);
        return;
      } catch (error) {
        const seconds = pauseAfter(failures) / 1000;
        if (!signal.aborted) report(`${(error as Error).message}\nIt is tried again in ${seconds} s.`);
      }
    }
  }

  watch(first);
  return async () => {
    stopping.abort();
    await restarting;
    await stopServer(running.child, options.cluster);
  };
}
