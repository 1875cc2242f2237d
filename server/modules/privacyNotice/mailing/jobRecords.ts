import type { JobRecordKinds } from '../../../platform/jobs/jobRecord.ts';

/** Mailings about a notice as the jobs of them are listed: one job goes on after another, and none is given up. */
export const jobRecords = {
  'privacyNotice.mailing': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('privacyNoticeMailings')
        .select(['id', 'people', 'lookedAt'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map(({ id, people, lookedAt }) => [id, { done: lookedAt, total: people, error: null }]));
    },
  },
} satisfies JobRecordKinds;
