import { sql } from 'kysely';
import type { Schedule } from '../../platform/jobs/schedules.ts';

/** Uploads that were never sent with a request are deleted after a day; their files with other unattached ones. */
export const uploadSweep: Schedule = {
  name: 'requestUploads.sweep',
  cron: '11-59/15 * * * *',
  run: async ({ systemDb }) => {
    const { numAffectedRows } = await sql`
      delete from request_uploads where created_at < now() - interval '1 day'`.execute(systemDb);
    return Number(numAffectedRows ?? 0);
  },
};
