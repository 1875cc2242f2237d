import { sql } from 'kysely';
import { dpiaAddress, dpiasAddress } from '../../../shared/dpia/addresses.ts';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { translate } from '../../platform/i18n.ts';
import { REVIEW } from './reviewClock.ts';

/** Future reviews of published assessments, for the bell: those of each variant, which have a list of their own. */
export const runningClocks: readonly RunningClocksPart[] = [reviewsOf('CURRENT'), reviewsOf('OLDER')];

function reviewsOf(variant: DpiaVariant): RunningClocksPart {
  return {
    permission: 'dpia.read',
    async read(trx, { workspace: { id: workspaceId }, deps }, limit) {
      const older = sql`(select id from dpias where workspace_id = ${workspaceId} and variant = 'OLDER')`;
      const which = sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(REVIEW)} and d.subject_id ${variant === 'OLDER' ? sql`in` : sql`not in`} ${older}`;
      const [{ rows }, counts] = await Promise.all([
        sql<{ id: string; name: string; startedAt: string; dueAt: string }>`
          select x.id, x.name, c.started_at, c.due_at
            from (${firstRunning(which, limit)}) c join dpias x on x.workspace_id = c.workspace_id and x.id = c.subject_id
           order by c.due_at, x.id`.execute(trx),
        countRunning(trx, which, deps.now()),
      ]);
      const part = { th: translate('th', 'dpia:review'), en: translate('en', 'dpia:review') };
      return {
        ...counts,
        clocks: rows.map(({ id, name, startedAt, dueAt }) => ({
          id,
          title: name,
          part,
          clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
          unit: 'days',
          other: null,
          addresses: [dpiaAddress(variant, id)],
        })),
        listAddresses: [dpiasAddress(variant, { review: 'PLANNED' })],
      };
    },
  };
}
