import type { JobRecordKinds } from '../jobs/jobRecord.ts';

/** Imports as the jobs of them are listed; whoever asked for one cancels it on its own page. */
export const jobRecords = {
  'import.run': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('imports')
        .select(['id', 'status', 'done', 'total'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, status, done, total }) => [
          id,
          { done, total, error: status === 'failed' ? 'unreadable' : null } as const,
        ]),
      );
    },
  },
} satisfies JobRecordKinds;
