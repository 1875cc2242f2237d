import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { translate } from '../../platform/i18n.ts';
import { REVIEW } from './reviewClock.ts';

/** Future reviews of published assessments, for the bell. */
export const runningClocks: RunningClocksPart = {
  permission: 'dpia.read',
  async read(trx, { workspace: { id: workspaceId }, deps }, limit) {
    const which = sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(REVIEW)}`;
    const [{ rows }, counts] = await Promise.all([
      sql<{ id: string; name: string; variant: DpiaVariant; startedAt: string; dueAt: string }>`
        select x.id, x.name, x.variant, c.started_at, c.due_at
          from (${firstRunning(which, limit)}) c join dpias x on x.workspace_id = c.workspace_id and x.id = c.subject_id
         order by c.due_at, x.id`.execute(trx),
      countRunning(trx, which, deps.now()),
    ]);
    const part = { th: translate('th', 'dpia:review'), en: translate('en', 'dpia:review') };
    return {
      ...counts,
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
