import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { MINUTE } from '../../../shared/duration.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import type { Deps } from '../../platform/trpc/context.ts';

const BATCH = 100;
/** The same as in `announce_submissions`, which looks again under the lock. */
const WAIT_MS = 15 * MINUTE;

/** Announces the last submissions of a form, which nobody else follows. */
export const submissionAnnouncing: Schedule = {
  name: 'userConsents.announce',
  cron: '* * * * *',
  run: announceSubmissions,
};

/**
 * Announces the submissions of each form that came within a quarter of an hour after an announcement, once that is
 * over: by bell and to webhooks, as the database function announces others.
 * @returns of how many forms
 */
export async function announceSubmissions(deps: Deps, signal: AbortSignal): Promise<number> {
  const now = deps.now();
  const announced = await eachRow(deps, signal, {
    order: ['workspaceId', 'consentId'],
    read: ({ position, isNext }) =>
      deps.systemDb
        .selectFrom('consentCounters')
        .select(['workspaceId', 'consentId as id', position.as('position')])
        .where('unannounced', '=', true)
        .where('notifiedAt', '<', new Date(now.getTime() - WAIT_MS).toISOString())
        .where('workspaceId', 'not in', sql<string>`(select closed_workspaces())`)
        .where(isNext)
        .orderBy('workspaceId')
        .orderBy('consentId')
        .limit(BATCH)
        .execute(),
    limit: BATCH,
    failed: 'submissions of a form could not be announced; it is tried again',
    async work({ workspaceId, id }) {
      const { rows } = await sql<{ done: boolean }>`
        select announce_waiting_submissions(${workspaceId}, ${id}, ${now}, ${randomUUIDv7()}) as done`.execute(
        deps.systemDb,
      );
      return rows[0]!.done;
    },
  });
  if (announced > 0) deps.poke();
  return announced;
}
