import { sql } from 'kysely';
import { bangkokMonth, monthAfter } from '../../../shared/months.ts';
import { removeInBatches, type RetentionRule } from '../../platform/jobs/retention.ts';

/** Two years, so that each can be compared with the previous one, and the current month. */
const RETENTION_MONTHS = 25;

/** Removes the counts of months that ended more than `RETENTION_MONTHS` ago, of workspaces and of none. */
export const pageViewRetention: RetentionRule = {
  name: 'pageViews',
  apply({ systemDb, now }, signal) {
    const before = `${monthAfter(bangkokMonth(now()), -RETENTION_MONTHS)}-01`;
    return removeInBatches(systemDb, signal, (limit) => sql`expire_page_views(${before}, ${limit})`);
  },
};
