import { sql } from 'kysely';
import { DAY } from '../../../shared/duration.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import type { RetentionRule } from '../../platform/jobs/retention.ts';
import type { ExpiringRows } from '../../platform/jobs/sweep.ts';

/** Submissions that come with a key may be repeated for so long. */
const KEY_MS = 7 * DAY;

/** Keys of submissions, and tokens that were used. */
export const expiringRows: readonly ExpiringRows[] = [
  { table: 'consentSubmissionKeys', time: 'createdAt', afterMs: KEY_MS },
  { table: 'consentTokenUses', time: 'expiresAt', afterMs: 0 },
];

/** Submissions that one statement checks: writers of the form wait for it. */
const BATCH = 2000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Removes submissions after the time that their workspace stores them, except each data subject's current choice and
 * what look-ups by source need.
 */
export const userConsentRetention: RetentionRule = {
  name: 'userConsents',
  async apply({ systemDb, now, log }, signal) {
    const { rows: forms } = await sql<{ workspaceId: string; id: string }>`
      select workspace_id, consent_id as id from retention_rules() where consent_id is not null`.execute(systemDb);
    let total = 0;
    const expire = async ({ workspaceId, id: consentId }: (typeof forms)[number]) => {
      let after: string | null = FIRST;
      while (after && !signal.aborted) {
        const { rows }: { rows: { removed: number; last: string | null }[] } = await sql<{
          removed: number;
          last: string | null;
        }>`select removed, last from expire_user_consents(${workspaceId}, ${consentId}, ${now()}, ${after}, ${BATCH})`.execute(
          systemDb,
        );
        total += rows[0]?.removed ?? 0;
        after = rows[0]?.last ?? null;
      }
    };
    await eachRow({ log }, signal, {
      order: [],
      read: async () => forms,
      limit: Infinity,
      failed: 'submissions of a form could not be removed; it is tried again',
      work: expire,
    });
    return total;
  },
};
