import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';
import type { Schedule } from './schedules.ts';

/** What of a module goes after a time that each workspace sets. */
export interface RetentionRule {
  /** The data, for the log. */
  readonly name: string;
  /** Removes what has had its time, in short transactions, until nothing is left or `signal` is aborted; how many. */
  apply(deps: Deps, signal: AbortSignal): Promise<number>;
}

/** Rows that one statement removes. */
const BATCH = 2000;

/**
 * Removes rows batch by batch, until none is left or `signal` is aborted. `remove`: a query for how many it removes.
 */
export async function removeInBatches(
  db: Db,
  signal: AbortSignal,
  remove: (limit: number) => RawBuilder<number>,
): Promise<number> {
  let total = 0;
  for (let removed = BATCH; removed === BATCH && !signal.aborted; total += removed) {
    const { rows } = await sql<{ removed: number }>`select ${remove(BATCH)} as removed`.execute(db);
    removed = rows[0]?.removed ?? 0;
  }
  return total;
}

/** Applies the rules of all modules, one after the other; one that fails does not keep the others waiting. */
export const retentionSchedule: Schedule = {
  name: 'retention.apply',
  cron: '43 * * * *',
  async run(deps, signal) {
    const removed: Record<string, number> = {};
    for (const rule of deps.modules.retention) {
      if (signal.aborted) break;
      try {
        removed[rule.name] = await rule.apply(deps, signal);
      } catch (error) {
        deps.log.warn({ err: error, rule: rule.name }, 'retention failed; it will be tried again');
      }
    }
    return removed;
  },
};
