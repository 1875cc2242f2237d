import { sql } from 'kysely';
import type { Schedule } from '../../platform/jobs/schedules.ts';

/**
 * Uploads that nobody goes on with are deleted after half an hour, complete ones that were never sent with a request
 * after a day; their files with other unattached ones.
 */
export const uploadSweep: Schedule = {
  name: 'requestUploads.sweep',
  cron: '11-59/15 * * * *',
  run: async ({ systemDb }) => {
    const { numAffectedRows } = await sql`
      -- Of complete uploads the system sees only those that are a day old (the policy of the table).
      delete from request_uploads where progressed_at < now() - interval '30 minutes'`.execute(systemDb);
    return Number(numAffectedRows ?? 0);
  },
};
