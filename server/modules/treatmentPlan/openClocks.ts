import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import type { RunningClocksPart } from '../../platform/clock/running.ts';
import { DUE } from './clock.ts';

/** Open treatment plans, for the bell. Staff get their own. */
export const runningClocks: RunningClocksPart = {
  permission: 'treatmentPlan.read',
  async read(trx, ctx, limit) {
    const { id: workspaceId } = ctx.workspace;
    const own = onlyOwn(ctx.standing.role, 'treatmentPlan.read') ? sql`t.assignee_id = ${ctx.personnel.id}` : sql`true`;
    const running = sql`
        from deadlines d join treatment_plans t on t.workspace_id = d.workspace_id and t.id = d.subject_id
       where d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(DUE)} and d.ended_at is null and d.stopped_at is null and ${own}`;
    const [{ rows }, { rows: counts }] = await Promise.all([
      sql<{ id: string; titleTh: string; assessment: string; titleEn: string; startedAt: string; dueAt: string }>`
        select t.id, t.title_th, t.title_en, t.assessment, d.started_at, d.due_at ${running} order by d.due_at, t.id limit ${limit}`.execute(
        trx,
      ),
      sql<{ total: number; overdue: number }>`
        select count(*) as total, count(*) filter (where d.due_at < ${ctx.deps.now()}::timestamptz) as overdue ${running}`.execute(
        trx,
      ),
    ]);
    return {
      ...counts[0]!,
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
