import type { Deps } from '../trpc/context.ts';
import type { Schedule } from './schedules.ts';

/** What of a module goes after a time that each workspace sets. */
export interface RetentionRule {
  /** The data, for the log. */
  readonly name: string;
  /** Removes what has had its time, in short transactions, until nothing is left or `signal` is aborted; how many. */
  apply(deps: Deps, signal: AbortSignal): Promise<number>;
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
