import { sql } from 'kysely';
import { type JobRecordKinds, statesFrom } from '../../../platform/jobs/jobRecord.ts';

/** Mailings about a notice, for the list of their jobs: each job starts the next one, and no mailing is given up. */
export const jobRecords = {
  'privacyNotice.mailing': {
    workedOn: { table: 'privacyNoticeMailings', where: sql`ended_at is null`, since: 'startedAt' },
    states: statesFrom('privacyNoticeMailings', ['people', 'lookedAt'], ({ people, lookedAt }) => ({
      done: lookedAt,
      total: people,
      error: null,
    })),
  },
} satisfies JobRecordKinds;
