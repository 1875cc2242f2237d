import type { JobError } from '../../../shared/job/schema.ts';
import type { JobRecordKinds } from '../../platform/jobs/jobRecord.ts';

/** Failures that the console names by themselves; of the others the answer's own page says more. */
const ERRORS: Readonly<Record<string, JobError>> = {
  interrupted: 'interrupted',
  tooLarge: 'tooLarge',
  unavailable: 'unavailable',
};

/** Packages of answers as the jobs that build them are listed. */
export const jobRecords = {
  'requestAnswer.build': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('requestAnswers')
        .select(['id', 'status', 'progress', 'failure'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, status, progress, failure }) => [
          id,
          { done: progress, total: 100, error: status === 'FAILED' ? (ERRORS[failure ?? ''] ?? 'failed') : null },
        ]),
      );
    },
  },
} satisfies JobRecordKinds;
