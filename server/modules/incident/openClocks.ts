import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { OpenClocks } from '../../../shared/incident/clock.ts';
import { drillDown } from '../../../shared/incident/drillDown.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { countRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { translateBoth } from '../../platform/i18n.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { AUTHORITY, excessReports, incidentClock, settingsOf } from './clock.ts';

/** Open deadlines that are listed. */
const CLOCKS = 5;

/** Open deadlines of public reports beyond the limit, and how many of them are overdue. */
export const countExcess = (trx: Trx, workspaceId: string, now: Date): Promise<{ total: number; overdue: number }> =>
  countRunning(
    trx,
    sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(AUTHORITY)} and d.subject_id in (${excessReports(workspaceId)})`,
    now,
  );

export const openClocks = (ctx: WorkspaceContext): Promise<OpenClocks> =>
  ctx.read((trx) => openClocksIn(trx, ctx, CLOCKS));

/**
 * Open deadlines that the caller can read (Staff: of incidents reported by or assigned to them): the earliest ones, how
 * many there are, and how many are overdue. Those of public reports beyond the limit are counted apart.
 */
async function openClocksIn(trx: Trx, ctx: WorkspaceContext, limit: number): Promise<OpenClocks> {
  const { id: workspaceId } = ctx.workspace;
  const me = ctx.personnel.id;
  // Otherwise the planner would read every deadline of the workspace to find a few of the person's own.
  const own = sql`d.subject_id in (select id from incidents where workspace_id = ${workspaceId} and reporter_id = ${me} union select id from incidents where workspace_id = ${workspaceId} and assignee_id = ${me})`;
  const ofKind = sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(AUTHORITY)}`;
  const seesOwn = onlyOwn(ctx.standing.role, 'incident.clocks');
  const which = sql`${ofKind} and ${seesOwn ? own : sql`d.subject_id not in (${excessReports(workspaceId)})`}`;
  const [first, counts, excessCounts, settings] = await Promise.all([
    sql<{
      id: string;
      number: number;
      title: string;
      riskLevel: string | null;
      reporterId: string | null;
      acceptedAt: string | null;
      createdAt: string;
      discoveredAt: string;
      startedAt: string;
      dueAt: string;
      stoppedAt: null;
      endedAt: null;
      outcome: null;
    }>`
    select i.id, i.number, i.title, i.risk_level, i.reporter_id, i.accepted_at, i.created_at, i.discovered_at, d.started_at, d.due_at, d.stopped_at, d.ended_at, d.outcome
    from deadlines as d join incidents as i on i.workspace_id = d.workspace_id and i.id = d.subject_id
    where ${which} and d.ended_at is null and d.stopped_at is null order by d.due_at, i.number limit ${limit}`.execute(
      trx,
    ),
    countRunning(trx, which, ctx.deps.now()),
    seesOwn ? { total: 0 } : countExcess(trx, workspaceId, ctx.deps.now()),
    settingsOf(trx, workspaceId),
  ]);
  return {
    ...counts,
    excess: excessCounts.total,
    collection: first.rows.map(
      ({ id, number, title, riskLevel, reporterId, acceptedAt, createdAt, discoveredAt, ...clock }) => ({
        id,
        number,
        title,
        riskLevel: riskLevel as OpenClocks['collection'][number]['riskLevel'],
        clock: incidentClock(clock, { createdAt, discoveredAt, reporterId, acceptedAt }, settings),
      }),
    ),
  };
}

/** The same for the bell. Somebody who cannot read incidents gets a link to their dashboard. */
export const runningClocks: RunningClocksPart = {
  permission: 'incident.clocks',
  async read(trx, ctx, limit) {
    const { total, overdue, collection } = await openClocksIn(trx, ctx, limit);
    const dashboard = pageAddress('incidentDashboard');
    return {
      total,
      overdue,
      clocks: collection.map(({ id, number, title, clock: { basis: _basis, other, ...clock } }) => ({
        id,
        title: `#${number} ${title}`,
        part: null,
        clock,
        unit: 'hours',
        other: other && { name: translateBoth(`clock:both.${other.basis}`), dueAt: other.dueAt },
        addresses: [pageAddress('incident', { id }), dashboard],
      })),
      listAddresses: [pageAddress('incidents', drillDown.openClocks), dashboard],
    };
  },
};
