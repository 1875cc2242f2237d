import type { JobRecordKinds } from '../../jobs/jobRecord.ts';

/** Replacements of workspaces' keys as the jobs of them are listed; one that has started is not given up. */
export const jobRecords = {
  'key.rekey': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('keyRotations')
        .select(['id', 'done', 'total'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, done, total }) => [id, { done: Number(done), total: total && Number(total), error: null }]),
      );
    },
  },
} satisfies JobRecordKinds;
