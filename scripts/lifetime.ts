type Cleanup = () => unknown;

const IMPATIENT_AFTER_MS = 2000;

/** What a command started and must stop again, in the reverse order. */
export interface Lifetime {
  /** Registers a way to stop something; runs at once when we are stopping already. */
  onStop(cleanup: Cleanup): void;
  /** Stops everything and ends the process. */
  stop(code: number): Promise<never>;
  /** Whether stopping has started: what fails from now on is expected. */
  stopping(): boolean;
}

/**
 * Stops a command in an orderly way on Ctrl-C, SIGTERM, a closed terminal, or
 * the death of the process that started it. The terminal and npm both pass on
 * the same Ctrl-C, so a second signal forces the end only when it comes later.
 */
export function lifetime(): Lifetime {
  const cleanups: Cleanup[] = [];
  let startedAt: number | undefined;

  const stop = async (code: number): Promise<never> => {
    if (startedAt !== undefined)
      return new Promise<never>(() => {
        /* the first call ends the process */
      });
    startedAt = Date.now();
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) {
      try {
        await cleanup();
      } catch (error) {
        console.error(error);
      }
    }
    process.exit(code);
  };
  const onSignal = () => {
    if (startedAt === undefined) void stop(0);
    else if (Date.now() - startedAt > IMPATIENT_AFTER_MS) process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
  process.channel?.unref();

  return {
    onStop(cleanup) {
      if (startedAt === undefined) cleanups.push(cleanup);
      else void cleanup();
    },
    stop,
    stopping: () => startedAt !== undefined,
  };
}
