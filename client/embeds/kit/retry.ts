import type { Unreachable } from './client.ts';

/** First and longest wait before another attempt, in milliseconds. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 300_000;

/** Schedules another attempt after a connection failure, each wait twice as long as the one before. */
export interface Retry<Task extends string> {
  /** Runs `work` later, replacing what was scheduled for the same task. */
  plan(task: Task, error: Unreachable, work: () => void): void;
  /** Cancels what is scheduled for a task. */
  cancel(task: Task): void;
  /** The connection works: the next wait is short again. */
  reset(): void;
  /** Cancels everything. */
  stop(): void;
}

export function createRetry<Task extends string>(): Retry<Task> {
  const timers = new Map<Task, ReturnType<typeof setTimeout>>();
  let wait = FIRST_WAIT;
  let stopped = false;
  return {
    plan(task, { afterMs }, work) {
      if (stopped) return;
      clearTimeout(timers.get(task));
      // Randomised, so that a site's visitors do not all return in the same instant.
      timers.set(task, setTimeout(work, Math.max(afterMs, wait * (0.75 + Math.random() / 2))));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    },
    cancel: (task) => clearTimeout(timers.get(task)),
    reset() {
      wait = FIRST_WAIT;
    },
    stop() {
      stopped = true;
      timers.forEach(clearTimeout);
    },
  };
}
