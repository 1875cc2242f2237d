import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import {
  type IncidentCause,
  type IncidentItem,
  type IncidentSource,
  type IncidentStatus,
  type ListIncidents,
  stageOf,
  statusesOf,
} from '../../../shared/incident/schema.ts';
import { endOfId } from '../../../shared/incident/reference.ts';
import type { List } from '../../../shared/list.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import { monthAfter, monthStart } from '../../platform/database/bangkokDays.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { pageOf, thaiStart } from '../../platform/list/list.ts';
import { contains, countMatching, inOrder, matching, NARROW, remembered } from '../../platform/list/search.ts';
import { AUTHORITY, incidentClock, settingsOf } from './clock.ts';
import { linksOf } from './links.ts';
import { seesOwn } from './rules.ts';

type Rows = SelectQueryBuilder<DB, 'incidents', object>;
type ClockedRows = SelectQueryBuilder<DB, 'incidents' | 'deadlines', object>;

/** The clocks of the workspace by how they stand at `now`. */
export function clockIs(filter: ListIncidents['clock'], now: Date) {
  const open = sql<SqlBool>`deadlines.ended_at is null and deadlines.stopped_at is null`;
  if (filter === 'RUNNING') return sql<SqlBool>`${open} and deadlines.due_at >= ${now}`;
  return filter === 'OVERDUE'
    ? sql<SqlBool>`${open} and deadlines.due_at < ${now}`
    : sql<SqlBool>`deadlines.ended_at is not null`;
}

/** The number of incidents by the filters of status, risk, cause and months, from the sums that triggers keep. */
async function sumOf(
  trx: Trx,
  workspaceId: string,
  { status, risk, cause, fromMonth, toMonth }: ListIncidents,
): Promise<number> {
  let months = trx.selectFrom('incidentMonths').where('workspaceId', '=', workspaceId);
  if (status !== 'ALL') months = months.where('status', 'in', statusesOf(status));
  if (risk !== 'ALL') months = months.where('risk', '=', risk === 'UNDECIDED' ? '' : risk);
  if (cause !== 'ALL') months = months.where('cause', '=', cause);
  if (fromMonth) months = months.where(sql<SqlBool>`month >= ${`${fromMonth}-01`}::date`);
  if (toMonth) months = months.where(sql<SqlBool>`month <= ${`${toMonth}-01`}::date`);
  const { total } = await months.select((eb) => eb.fn.sum<number>('incidents').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

const plain = ({ status, risk, cause, fromMonth, toMonth }: ListIncidents): boolean =>
  status === 'ALL' && risk === 'ALL' && cause === 'ALL' && !fromMonth && !toMonth;

/** Records that one may ask the incidents of. */
const CONCERNED = ['applicationId', 'purposeId', 'piiCategoryId'] as const;

/** The number of incidents by how their clocks stand, from the clocks alone. */
async function clocksOf(
  trx: Trx,
  workspaceId: string,
  filter: ListIncidents['clock'],
  now: Date,
  all: () => Promise<number>,
): Promise<number> {
  const clocks = trx.selectFrom('deadlines').where('workspaceId', '=', workspaceId).where('kind', '=', AUTHORITY);
  const count = async (which: RawBuilder<SqlBool>) =>
    Number(
      (
        await clocks
          .where(which)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  if (filter !== 'ENDED') return count(clockIs(filter, now));
  // Nearly all have: those that have not are fewer to count.
  const open = await count(sql<SqlBool>`deadlines.ended_at is null and deadlines.stopped_at is null`);
  const standing = await count(sql<SqlBool>`deadlines.ended_at is null and deadlines.stopped_at is not null`);
  return (await all()) - open - standing;
}

/**
 * The number of incidents that contain the text: counted once, until there is another incident or a title is changed.
 */
async function countFound(trx: Trx, workspaceId: string, query: string): Promise<number | undefined> {
  const mark = await trx
    .selectFrom('incidentMarks')
    .select('changes')
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return remembered(JSON.stringify([workspaceId, 'incidents', mark?.changes ?? 0, query]), () =>
    countMatching(trx, 'incidents', query),
  );
}

/** The total where it can be told without counting incidents, which are many; undefined else. */
async function knownTotal(
  trx: Trx,
  ws: string,
  input: ListIncidents,
  found: readonly string[] | null,
  now: Date,
): Promise<number | undefined> {
  if (input.mine || CONCERNED.some((field) => input[field])) return undefined;
  const counted = () => sumOf(trx, ws, input);
  if (!input.query)
    return input.clock === 'ALL' ? counted() : plain(input) ? clocksOf(trx, ws, input.clock, now, counted) : undefined;
  if (input.clock !== 'ALL' || !plain(input)) return undefined;
  return found ? found.length : countFound(trx, ws, input.query);
}

/**
 * Ids of what contains the text, while they are few enough to be taken by id; of public reports also the one whose
 * reference it is.
 */
async function foundBy(trx: Trx, workspaceId: string, query: string): Promise<string[] | null> {
  const ids = query ? await matching(trx, workspaceId, 'incidents', query) : null;
  if (!ids || ids.length > NARROW) return null;
  const end = endOfId(query);
  if (end === null) return ids;
  const referred = await trx
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('reporterId', 'is', null)
    .where(sql<SqlBool>`right(id::text, ${end.length}) = ${end}`)
    .execute();
  return [...new Set([...ids, ...referred.map(({ id }) => id)])];
}

/** Whose incidents are asked for: `mine` are those of the person. */
interface Asking {
  readonly workspace: { readonly id: string };
  readonly personnel: { readonly id: string };
}

/** The incidents that the filters leave, but for the clock's (`clocked`). */
export async function narrowed(
  trx: Trx,
  { workspace: { id: ws }, personnel: { id: me } }: Asking,
  input: Omit<ListIncidents, 'ws'>,
  known?: readonly string[] | null,
): Promise<Rows> {
  let rows: Rows = trx.selectFrom('incidents').where('incidents.workspaceId', '=', ws);
  const found = known === undefined ? await foundBy(trx, ws, input.query) : known;
  if (input.query)
    rows = rows.where(found ? sql<SqlBool>`incidents.id = any(${found}::uuid[])` : contains(input.query));
  if (input.status !== 'ALL') rows = rows.where('incidents.status', 'in', statusesOf(input.status));
  if (input.risk !== 'ALL')
    rows =
      input.risk === 'UNDECIDED'
        ? rows.where('incidents.riskLevel', 'is', null)
        : rows.where('incidents.riskLevel', '=', input.risk);
  if (input.cause !== 'ALL') rows = rows.where('incidents.cause', '=', input.cause);
  if (input.fromMonth) rows = rows.where('incidents.createdAt', '>=', monthStart(input.fromMonth));
  if (input.toMonth) rows = rows.where('incidents.createdAt', '<', monthStart(monthAfter(input.toMonth, 1)));
  if (input.mine)
    rows = rows.where((eb) => eb.or([eb('incidents.reporterId', '=', me), eb('incidents.assigneeId', '=', me)]));
  for (const field of CONCERNED) {
    const concerned = input[field];
    if (concerned)
      rows = rows.where(
        'incidents.id',
        'in',
        trx
          .selectFrom('incidentLinks as l')
          .select('l.incidentId')
          .where('l.workspaceId', '=', ws)
          .where(`l.${field}`, '=', concerned),
      );
  }
  return rows;
}

/** The same with their clocks, those that stand so at `now`. */
function clocked(rows: Rows, ws: string, filter: ListIncidents['clock'], now: Date): ClockedRows {
  const joined = rows
    .innerJoin('deadlines', (join) =>
      join
        .onRef('deadlines.workspaceId', '=', 'incidents.workspaceId')
        .onRef('deadlines.subjectId', '=', 'incidents.id')
        .on('deadlines.kind', '=', AUTHORITY),
    )
    // Said of the clocks as well, so that they can be walked in their own order.
    .where('deadlines.workspaceId', '=', ws);
  return filter === 'ALL' ? joined : joined.where(clockIs(filter, now));
}

/** One page of the incidents that the caller may see. */
export function list(ctx: WorkspaceContext, requested: ListIncidents): Promise<List<IncidentItem>> {
  const input = { ...requested, mine: requested.mine || seesOwn(ctx) };
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
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

/** These incidents as lists show them, in the order of the ids. */
async function itemsOf(trx: Trx, ws: string, ids: readonly string[]): Promise<IncidentItem[]> {
  if (ids.length === 0) return [];
  const rows = await trx
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
    .where('i.id', 'in', ids)
    .execute();
  const settings = await settingsOf(trx, ws);
  const clocks = await deadlinesOf(trx, ws, AUTHORITY, ids);
  const links = await linksOf(trx, ws, ids, 'application');
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

/** The months that have incidents which the caller may see, the newest first. */
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
