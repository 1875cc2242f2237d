import { type JobRecordKinds, statesFrom } from '../jobs/jobRecord.ts';

/** Imports, for the list of their jobs; whoever requested one cancels it on its own page. */
export const jobRecords = {
  'import.run': {
    states: statesFrom('imports', ['status', 'done', 'total'], ({ status, done, total }) => ({
      done,
      total,
      error: status === 'failed' ? 'unreadable' : null,
    })),
  },
} satisfies JobRecordKinds;
