import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { DUE } from './clock.ts';

/** Open treatment plans, for the bell. Staff get their own. */
export const runningClocks: RunningClocksPart = {
  permission: 'treatmentPlan.read',
  async read(trx, ctx, limit) {
    const { id: workspaceId } = ctx.workspace;
    const own = sql`d.subject_id in (select id from treatment_plans where workspace_id = ${workspaceId} and assignee_id = ${ctx.personnel.id})`;
    const which = sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(DUE)} and ${onlyOwn(ctx.standing.role, 'treatmentPlan.read') ? own : sql`true`}`;
    const [{ rows }, counts] = await Promise.all([
      sql<{ id: string; titleTh: string; assessment: string; titleEn: string; startedAt: string; dueAt: string }>`
        select t.id, t.title_th, t.title_en, t.assessment, c.started_at, c.due_at
          from (${firstRunning(which, limit)}) c
          join treatment_plans t on t.workspace_id = c.workspace_id and t.id = c.subject_id
         order by c.due_at, t.id`.execute(trx),
      countRunning(trx, which, ctx.deps.now()),
    ]);
    return {
      ...counts,
      clocks: rows.map(({ id, titleTh, titleEn, assessment, startedAt, dueAt }) => ({
        id,
        title: assessment,
        part: { th: titleTh, en: titleEn || titleTh },
        clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other: null,
        addresses: [pageAddress('treatmentPlan', { id })],
      })),
      listAddresses: [pageAddress('treatmentPlans', { due: 'OPEN' })],
    };
  },
};
