import type { JobRecordKinds } from '../../platform/jobs/jobRecord.ts';

/** Gatherings of a data subject's records as the jobs of them are listed. */
export const jobRecords = {
  'requestTask.gather': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('requestGatherings')
        .select(['id', 'status', 'done', 'total'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, status, done, total }) => [
          id,
          { done, total, error: status === 'FAILED' ? 'failed' : null } as const,
        ]),
      );
    },
  },
} satisfies JobRecordKinds;
