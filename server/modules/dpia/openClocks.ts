import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import type { RunningClocksPart } from '../../platform/clock/running.ts';
import { translate } from '../../platform/i18n.ts';
import { REVIEW } from './reviewClock.ts';

/** Future reviews of published assessments, for the bell. */
export const runningClocks: RunningClocksPart = {
  permission: 'dpia.read',
  async read(trx, { workspace: { id: workspaceId }, deps }, limit) {
    const running = sql`
        from deadlines d join dpias x on x.workspace_id = d.workspace_id and x.id = d.subject_id
       where d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(REVIEW)} and d.ended_at is null and d.stopped_at is null`;
    const [{ rows }, { rows: counts }] = await Promise.all([
      sql<{ id: string; name: string; variant: DpiaVariant; startedAt: string; dueAt: string }>`
        select x.id, x.name, x.variant, d.started_at, d.due_at ${running} order by d.due_at, x.id limit ${limit}`.execute(
        trx,
      ),
      sql<{ total: number; overdue: number }>`
        select count(*) as total, count(*) filter (where d.due_at < ${deps.now()}::timestamptz) as overdue ${running}`.execute(
        trx,
      ),
    ]);
    const part = { th: translate('th', 'dpia:review'), en: translate('en', 'dpia:review') };
    return {
      ...counts[0]!,
      clocks: rows.map(({ id, name, variant, startedAt, dueAt }) => ({
        id,
        title: name,
        part,
        clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other: null,
        addresses: [pageAddress(variant === 'OLDER' ? 'dpiaVersion1' : 'dpia', { id })],
      })),
      listAddresses: [pageAddress('dpias', { review: 'PLANNED' })],
    };
  },
};
