import { sql } from 'kysely';
import { ANSWER_STATUSES, isBeingBuilt } from '../../../shared/requestAnswer/status.ts';
import type { JobError } from '../../../shared/job/schema.ts';
import { type JobRecordKinds, statesFrom } from '../../platform/jobs/jobRecord.ts';

/** Failures that the console names; the page of the answer has more to say about the others. */
const ERRORS: Readonly<Record<string, JobError>> = {
  interrupted: 'interrupted',
  tooLarge: 'tooLarge',
  unavailable: 'unavailable',
};

/** Packages of answers, for the list of the jobs that build them. */
export const jobRecords = {
  'requestAnswer.build': {
    workedOn: {
      table: 'requestAnswers',
      where: sql`status in (${sql.join(ANSWER_STATUSES.filter(isBeingBuilt).map((status) => sql.lit(status)))})`,
      since: 'releasedAt',
    },
    states: statesFrom('requestAnswers', ['status', 'progress', 'failure'], ({ status, progress, failure }) => ({
      done: progress,
      total: 100,
      error: status === 'FAILED' ? (ERRORS[failure ?? ''] ?? 'failed') : null,
    })),
  },
} satisfies JobRecordKinds;
