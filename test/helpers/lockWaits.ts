import { sql } from 'kysely';
import type { World } from '../factories.ts';
import { until } from './until.ts';

/** Waits until as many sessions of the test's database wait for a lock. */
export const waitForLocks = (server: World, count: number, what: string): Promise<unknown> =>
  until(async () => {
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waits.execute(server.owner)).rows.length >= count;
  }, what);
