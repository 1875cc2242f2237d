import type { Deps } from '../trpc/context.ts';
import type { JobQueue } from './queues.ts';

/** Registers the handlers that the modules declare for their queues. */
export function handleJobs(deps: Deps): void {
  for (const [queue, handler] of deps.modules.jobs) deps.jobs.work(queue as JobQueue, (job) => handler(deps, job));
}
