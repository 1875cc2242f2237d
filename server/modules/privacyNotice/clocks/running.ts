import { sql } from 'kysely';
import { SECOND } from '../../../../shared/duration.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../../platform/clock/running.ts';
import { translate } from '../../../platform/i18n.ts';
import { EFFECTIVE, REVIEW } from './days.ts';

const partOf = (key: 'review' | 'effective') => ({
  th: translate('th', `privacyNotice:clock.${key}`),
  en: translate('en', `privacyNotice:clock.${key}`),
});

/** The moment that is displayed: a version comes into force after the last second that its deadline runs. */
const momentOf = (kind: string, dueAt: string): string =>
  kind === REVIEW ? dueAt : new Date(Date.parse(dueAt) + SECOND).toISOString();

/** Reviews of notices, and versions that come into force, for the bell. */
export const runningClocks: RunningClocksPart = {
  permission: 'privacyNotice.read',
  async read(trx, { workspace: { id: workspaceId }, deps }, limit) {
    const which = sql`d.workspace_id = ${workspaceId} and d.kind in (${sql.lit(REVIEW)}, ${sql.lit(EFFECTIVE)})`;
    const [{ rows }, counts] = await Promise.all([
      sql<{ id: string; name: string; kind: string; startedAt: string; dueAt: string }>`
        select n.id, n.name, c.kind, c.started_at, c.due_at
          from (${firstRunning(which, limit)}) c
          join privacy_notices n on n.workspace_id = c.workspace_id and n.id = c.subject_id
         order by c.due_at, n.id`.execute(trx),
      // A version that comes into force is never overdue: it does so by itself.
      countRunning(trx, which, deps.now(), sql`d.kind = ${sql.lit(REVIEW)}`),
    ]);
    return {
      ...counts,
      clocks: rows.map(({ id, name, kind, startedAt, dueAt }) => ({
        id,
        title: name,
        part: partOf(kind === REVIEW ? 'review' : 'effective'),
        clock: { startedAt, dueAt: momentOf(kind, dueAt), stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other: null,
        addresses: [pageAddress('privacyNotice', { id })],
      })),
      listAddresses: [pageAddress('privacyNotices', { sortBy: 'reviewOn', sortDirection: 'ASC' })],
    };
  },
};
