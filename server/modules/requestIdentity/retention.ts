import type { RetentionRule } from '../../platform/jobs/retention.ts';

/** Removes expired sessions of data subjects. */
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
