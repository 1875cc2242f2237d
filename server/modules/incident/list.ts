import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { IncidentCause, IncidentItem, IncidentSource, ListIncidents } from '../../../shared/incident/schema.ts';
import { type IncidentStatus, stageOf } from '../../../shared/incident/status.ts';
import type { List } from '../../../shared/list.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { pageOf, thaiStart } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import { AUTHORITY, incidentClock, settingsOf } from './clock.ts';
import { linksOf } from './links.ts';
import { clocked, foundBy, narrowed } from './listFilters.ts';
import { knownTotal } from './listTotal.ts';
import { seesOwn } from './rules.ts';

/** One page of the incidents that the caller can read. */
export function list(ctx: WorkspaceContext, requested: ListIncidents): Promise<List<IncidentItem>> {
  const input = { ...requested, mine: requested.mine || seesOwn(ctx) };
  const ws = ctx.workspace.id;
  return ctx.read(async (trx) => {
    const now = ctx.deps.now();
    const found = await foundBy(trx, ws, input.query);
    const rows = await narrowed(trx, ctx, input, found);
    const known = await knownTotal(trx, ws, input, found, now);
    const sort = {
      updatedAt: sql.ref('incidents.updatedAt'),
      createdAt: sql.ref('incidents.createdAt'),
      discoveredAt: sql.ref('incidents.discoveredAt'),
      number: sql.ref('incidents.number'),
      title: thaiStart('incidents.title'),
      dueAt: sql.ref('deadlines.dueAt'),
    };
    const byDue = input.sortBy === 'dueAt';
    const page =
      input.clock === 'ALL' && !byDue
        ? await pageOf(rows, input, (query) => query.select('incidents.id'), sort, sql.ref('incidents.id'), known)
        : await pageOf(
            clocked(rows, ws, input.clock, now),
            input,
            (query) => query.select('incidents.id'),
            sort,
            sql.ref(byDue ? 'deadlines.subjectId' : 'incidents.id'),
            known,
          );
    return {
      ...page,
      collection: await itemsOf(
        trx,
        ws,
        page.collection.map(({ id }) => id),
      ),
    };
  });
}

/** These incidents as lists return them, in the order of the ids. */
async function itemsOf(trx: Trx, ws: string, ids: readonly string[]): Promise<IncidentItem[]> {
  if (ids.length === 0) return [];
  const found = trx
    .selectFrom('incidents as i')
    .leftJoin('personnel as r', (join) =>
      join.onRef('r.workspaceId', '=', 'i.workspaceId').onRef('r.id', '=', 'i.reporterId'),
    )
    .leftJoin('personnel as a', (join) =>
      join.onRef('a.workspaceId', '=', 'i.workspaceId').onRef('a.id', '=', 'i.assigneeId'),
    )
    .select([
      'i.id',
      'i.number',
      'i.title',
      'i.source',
      'i.status',
      'i.riskLevel',
      'i.cause',
      'i.discoveredAt',
      'i.createdAt',
      'i.acceptedAt',
      'i.updatedAt',
      'i.rowVersion',
    ])
    .select(['i.reporterId', 'r.name as reporterName', 'i.assigneeId', 'a.name as assigneeName'])
    .where('i.workspaceId', '=', ws)
    .where('i.id', 'in', ids);
  const [rows, settings, clocks, links] = await Promise.all([
    found.execute(),
    settingsOf(trx, ws),
    deadlinesOf(trx, ws, AUTHORITY, ids),
    linksOf(trx, ws, ids, 'application'),
  ]);
  const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null);
  return inOrder(ids, rows).map(({ reporterId, reporterName, assigneeId, assigneeName, acceptedAt, ...row }) => {
    const clock = clocks.get(row.id);
    if (!clock) throw new Error(`incident ${row.id} has no clock`);
    const status = row.status as IncidentStatus;
    return {
      ...row,
      status,
      stage: stageOf(status),
      source: row.source as IncidentSource,
      cause: row.cause as IncidentCause,
      riskLevel: row.riskLevel as RiskLevel | null,
      applications: links(row.id).application,
      reportedBy: person(reporterId, reporterName),
      assignee: person(assigneeId, assigneeName),
      clock: incidentClock(clock, { ...row, reporterId, acceptedAt }, settings),
    };
  });
}

/** The months that have incidents which the caller can read, newest first. */
export function months(ctx: WorkspaceContext): Promise<string[]> {
  const ws = ctx.workspace.id;
  const me = ctx.personnel.id;
  return ctx.transaction(async (trx) => {
    const own = trx
      .selectFrom('incidents')
      .select(sql<string>`to_char(incident_month(created_at), 'YYYY-MM')`.as('month'))
      .where('workspaceId', '=', ws)
      .where((row) => row.or([row('reporterId', '=', me), row('assigneeId', '=', me)]));
    const all = trx
      .selectFrom('incidentMonths')
      .select(sql<string>`to_char(month, 'YYYY-MM')`.as('month'))
      .where('workspaceId', '=', ws)
      .where('incidents', '>', 0);
    const rows = seesOwn(ctx) ? await own.distinct().execute() : await all.distinct().execute();
    return rows
      .map(({ month }) => month)
      .sort()
      .reverse();
  });
}
