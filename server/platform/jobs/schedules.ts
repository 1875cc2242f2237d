import { dropOutboxDays, preparePartitions } from '../database/partitions.ts';
import { updateOlderWorkspaces } from '../modules/seed.ts';
import type { Deps } from '../trpc/context.ts';
import { findLostJobs } from './lostJobs.ts';
import { retentionSchedule } from './retention.ts';
import { sweepAll } from './sweep.ts';

/** Work that is done again and again, by one node at a time. */
export interface Schedule {
  /** Names it in the database and in the log: `module.noun`. */
  readonly name: string;
  /** When, in UTC: five fields of cron. Work of a day has an hour to repeat what failed or was missed. */
  readonly cron: string;
  /** Does it once; what it answers stands in the log. */
  run(deps: Deps, signal: AbortSignal): Promise<unknown>;
}

/** What belongs to no module: jobs, rows of every table, and the database itself. */
const PLATFORM_SCHEDULES: readonly Schedule[] = [
  { name: 'jobs.findLost', cron: '* * * * *', run: findLostJobs },
  { name: 'rows.sweep', cron: '1-59/15 * * * *', run: sweepAll },
  { name: 'partitions.prepare', cron: '13 * * * *', run: ({ systemDb, now }) => preparePartitions(systemDb, now()) },
  { name: 'outbox.drop', cron: '23 * * * *', run: ({ systemDb, now }) => dropOutboxDays(systemDb, now()) },
  // At the start of a node too (server/main.ts); this is for what was left then.
  { name: 'workspaces.bringOlder', cron: '7-59/15 * * * *', run: updateOlderWorkspaces },
  retentionSchedule,
];

/** Has the node's jobs run everything periodic, of the platform and of the modules. Before the jobs are started. */
export function runSchedules(deps: Deps): void {
  const schedules = [...PLATFORM_SCHEDULES, ...deps.modules.schedules];
  deps.jobs.schedule(schedules.map(({ name, cron, run }) => ({ name, cron, run: (signal) => run(deps, signal) })));
}
