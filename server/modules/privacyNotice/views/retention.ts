import { sql } from 'kysely';
import { bangkokDay, monthAfter } from '../../../platform/database/bangkokDays.ts';
import type { RetentionRule } from '../../../platform/jobs/retention.ts';

/** Two years, so that each can be compared with the previous one, and the current month. */
const MONTHS_KEPT = 25;
/** Counts that one statement removes. */
const BATCH = 2000;

/** Removes the counts of months that ended more than `MONTHS_KEPT` ago. */
export const noticeViewRetention: RetentionRule = {
  name: 'privacyNoticeViews',
  async apply({ systemDb, now }, signal) {
    const before = `${monthAfter(bangkokDay(now()).slice(0, 'YYYY-MM'.length), -MONTHS_KEPT)}-01`;
    let total = 0;
    for (let removed = BATCH; removed === BATCH && !signal.aborted; total += removed) {
      const { rows } = await sql<{
        removed: number;
      }>`select expire_privacy_notice_views(${before}, ${BATCH}) as removed`.execute(systemDb);
      removed = rows[0]?.removed ?? 0;
    }
    return total;
  },
};
