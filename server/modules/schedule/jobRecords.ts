import { sql } from 'kysely';
import { ATTEMPTS } from '../../../shared/schedule/problems.ts';
import type { DeliveryTask } from '../../../shared/schedule/schema.ts';
import type { JobRecordKinds } from '../../platform/jobs/jobRecord.ts';
import { cancelTask } from './cancelling.ts';

/** While a delivery runs again, what went wrong before is in its log alone. */
const hasFailed = (state: DeliveryTask['state'], problem: string | null): boolean =>
  state === 'failed' || (state === 'waiting' && problem !== null);

/** Deliveries as the jobs of them are listed and cancelled: a failed try ends its job well, and another job makes the next. */
export const jobRecords = {
  'schedule.deliver': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('exportScheduleTasks')
        .select(['id', 'attempts', 'nextAt', 'problem'])
        .select(sql<DeliveryTask['state']>`state`.as('state'))
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, state, attempts, nextAt, problem }) => [
          id,
          {
            done: 0,
            total: null,
            error: state === 'cancelled' ? 'cancelled' : hasFailed(state, problem) ? 'notDelivered' : null,
            nextTryAt: state === 'waiting' ? nextAt : null,
            attempts: { count: attempts, most: ATTEMPTS },
          } as const,
        ]),
      );
    },
    cancel: (trx, actor, id) => cancelTask(actor.deps, trx, actor, id),
  },
} satisfies JobRecordKinds;
