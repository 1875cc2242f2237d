import type { SCHEDULE_QUEUE } from '../../../db/jobs.ts';

/**
 * Queues of jobs, by the modules whose `jobs` take from them: each adds its own.
 * @example
 * declare module '../jobs/queues.ts' {
 *   interface JobQueues { export: keyof typeof jobs }
 * }
 */
export interface JobQueues {}

/** Queues whose jobs a module does. */
export type JobQueue = JobQueues[keyof JobQueues];
/** Every queue; the runs of schedules are the engine's own. */
export type QueueName = JobQueue | typeof SCHEDULE_QUEUE;
