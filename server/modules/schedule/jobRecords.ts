import { ATTEMPTS } from '../../../shared/schedule/problems.ts';
import type { DeliveryTask } from '../../../shared/schedule/schema.ts';
import { type JobRecordKinds, statesFrom } from '../../platform/jobs/jobRecord.ts';
import { cancelTask } from './cancelling.ts';

/** While a delivery runs again, only its log has the problem of the attempt before. */
const hasFailed = (state: DeliveryTask['state'], problem: string | null): boolean =>
  state === 'failed' || (state === 'waiting' && problem !== null);

/**
 * Deliveries, for the list of their jobs: a failed attempt ends its job successfully, and another job makes the next.
 */
export const jobRecords = {
  'schedule.deliver': {
    states: statesFrom('exportScheduleTasks', ['state', 'attempts', 'nextAt', 'problem'], (row) => {
      const state = row.state as DeliveryTask['state'];
      return {
        done: 0,
        total: null,
        error: state === 'cancelled' ? 'cancelled' : hasFailed(state, row.problem) ? 'notDelivered' : null,
        nextTryAt: state === 'waiting' ? row.nextAt : null,
        attempts: { count: row.attempts, most: ATTEMPTS },
      };
    }),
    cancel: cancelTask,
  },
} satisfies JobRecordKinds;
