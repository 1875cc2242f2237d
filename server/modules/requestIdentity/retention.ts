import type { RetentionRule } from '../../platform/jobs/retention.ts';

/** Removes the sessions of data subjects that have ended. */
export const sessionRetention: RetentionRule = {
  name: 'requestSessions',
  async apply({ systemDb, now }) {
    const { numDeletedRows } = await systemDb
      .deleteFrom('requestSessions')
      .where('expiresAt', '<', now().toISOString())
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
