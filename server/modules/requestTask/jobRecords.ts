import { sql } from 'kysely';
import { type JobRecordKinds, statesFrom } from '../../platform/jobs/jobRecord.ts';

/** Searches for a data subject's records, for the list of their jobs. */
export const jobRecords = {
  'requestTask.gather': {
    workedOn: { table: 'requestGatherings', where: sql`status in ('QUEUED', 'RUNNING')`, since: 'createdAt' },
    states: statesFrom('requestGatherings', ['status', 'done', 'total'], ({ status, done, total }) => ({
      done,
      total,
      error: status === 'FAILED' ? 'failed' : null,
    })),
  },
} satisfies JobRecordKinds;
