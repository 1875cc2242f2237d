import { sql } from 'kysely';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import type { RunningClocksPart } from '../../../platform/clock/running.ts';
import { translate } from '../../../platform/i18n.ts';
import { EFFECTIVE, REVIEW } from './days.ts';

const partOf = (key: 'review' | 'effective') => ({
  th: translate('th', `privacyNotice:clock.${key}`),
  en: translate('en', `privacyNotice:clock.${key}`),
});

/** Reviews of notices, and versions that come into force, for the bell. */
export const runningClocks: RunningClocksPart = {
  permission: 'privacyNotice.read',
  async read(trx, { workspace: { id: workspaceId }, deps }, limit) {
    const running = sql`
        from deadlines d join privacy_notices n on n.workspace_id = d.workspace_id and n.id = d.subject_id
       where d.workspace_id = ${workspaceId} and d.kind in (${sql.lit(REVIEW)}, ${sql.lit(EFFECTIVE)})
         and d.ended_at is null and d.stopped_at is null`;
    const [{ rows }, { rows: counts }] = await Promise.all([
      sql<{ id: string; name: string; kind: string; startedAt: string; dueAt: string }>`
        select n.id, n.name, d.kind, d.started_at, d.due_at ${running} order by d.due_at, n.id limit ${limit}`.execute(
        trx,
      ),
      // A version that comes into force is never overdue: it does so by itself.
      sql<{ total: number; overdue: number }>`
        select count(*) as total,
               count(*) filter (where d.kind = ${sql.lit(REVIEW)} and d.due_at < ${deps.now()}::timestamptz) as overdue
        ${running}`.execute(trx),
    ]);
    return {
      ...counts[0]!,
      clocks: rows.map(({ id, name, kind, startedAt, dueAt }) => ({
        id,
        title: name,
        part: partOf(kind === REVIEW ? 'review' : 'effective'),
        clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other: null,
        addresses: [pageAddress('privacyNotice', { id })],
      })),
      listAddresses: [pageAddress('privacyNotices', { sortBy: 'reviewOn', sortDirection: 'ASC' })],
    };
  },
};
