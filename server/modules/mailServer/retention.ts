import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/jobs/retention.ts';

/** Removes failures that are older than a year. */
export const failureRetention: RetentionRule = {
  name: 'mailServerFailures',
  async apply({ systemDb, now }) {
    const { numDeletedRows } = await systemDb
      .deleteFrom('mailServerFailures')
      .where('lastAt', '<', sql<string>`${now().toISOString()}::timestamptz - interval '1 year'`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
