import { type JobRecordKinds, statesFrom } from '../../platform/jobs/jobRecord.ts';

/** Searches for a data subject's records, for the list of their jobs. */
export const jobRecords = {
  'requestTask.gather': {
    states: statesFrom('requestGatherings', ['status', 'done', 'total'], ({ status, done, total }) => ({
      done,
      total,
      error: status === 'FAILED' ? 'failed' : null,
    })),
  },
} satisfies JobRecordKinds;
