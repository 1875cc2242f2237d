import { sql } from 'kysely';
import { GATHERING_STATUSES, isGathering } from '../../../shared/requestTask/status.ts';
import { type JobRecordKinds, statesFrom } from '../../platform/jobs/jobRecord.ts';

/** Searches for a data subject's records, for the list of their jobs. */
export const jobRecords = {
  'requestTask.gather': {
    workedOn: {
      table: 'requestGatherings',
      where: sql`status in (${sql.join(GATHERING_STATUSES.filter(isGathering).map((status) => sql.lit(status)))})`,
      since: 'createdAt',
    },
    states: statesFrom('requestGatherings', ['status', 'done', 'total'], ({ status, done, total }) => ({
      done,
      total,
      error: status === 'FAILED' ? 'failed' : null,
    })),
  },
} satisfies JobRecordKinds;
