import { sql } from 'kysely';
import { type JobRecordKinds, statesFrom } from '../../jobs/jobRecord.ts';

/** Replacements of workspaces' keys, for the list of their jobs; one that has started is not given up. */
export const jobRecords = {
  'key.rekey': {
    workedOn: { table: 'keyRotations', where: sql`finished_at is null`, since: 'startedAt' },
    states: statesFrom('keyRotations', ['done', 'total'], ({ done, total }) => ({
      done: Number(done),
      total: total && Number(total),
      error: null,
    })),
  },
} satisfies JobRecordKinds;
