import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { endOfId } from '../../../shared/incident/reference.ts';
import type { ListIncidents } from '../../../shared/incident/schema.ts';
import { statusesOf } from '../../../shared/incident/status.ts';
import { monthAfter, monthStart } from '../../../shared/months.ts';
import { contains, matching, NARROW } from '../../platform/list/search.ts';
import { AUTHORITY, excessReports } from './clock.ts';

type Rows = SelectQueryBuilder<DB, 'incidents', object>;
type ClockedRows = SelectQueryBuilder<DB, 'incidents' | 'deadlines', object>;

/** The deadlines of the workspace by their state at `now`. */
export function clockIs(filter: ListIncidents['clock'], now: Date) {
  const open = sql<SqlBool>`deadlines.ended_at is null and deadlines.stopped_at is null`;
  if (filter === 'OPEN') return open;
  if (filter === 'RUNNING') return sql<SqlBool>`${open} and deadlines.due_at >= ${now}`;
  return filter === 'OVERDUE'
    ? sql<SqlBool>`${open} and deadlines.due_at < ${now}`
    : sql<SqlBool>`deadlines.ended_at is not null`;
}

/** The incidents, by the column of their ids, that are public reports beyond the limit, or all others. */
export function excessIs(filter: ListIncidents['excess'], id: string, workspaceId: string) {
  if (filter === 'ALL') return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(id)} ${filter === 'ONLY' ? sql`in` : sql`not in`} (${excessReports(workspaceId)})`;
}

/** Records by which incidents can be filtered. */
export const CONCERNED = ['applicationId', 'purposeId', 'piiCategoryId'] as const;

/**
 * Ids of incidents that contain the text, if they are few enough to be listed; a text that is the reference of a public
 * report finds that one too.
 */
export async function foundBy(trx: Trx, workspaceId: string, query: string): Promise<string[] | null> {
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

/** Whose incidents are listed: `mine` are those of the person. */
interface Asking {
  readonly workspace: { readonly id: string };
  readonly personnel: { readonly id: string };
}

/** The incidents that match the filters, except that of the deadline (`clocked`). */
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
  if (input.excess !== 'ALL') rows = rows.where(excessIs(input.excess, 'incidents.id', ws));
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

/** The same with their deadlines, those that are in this state at `now`. */
export function clocked(rows: Rows, ws: string, filter: ListIncidents['clock'], now: Date): ClockedRows {
  const joined = rows
    .innerJoin('deadlines', (join) =>
      join
        .onRef('deadlines.workspaceId', '=', 'incidents.workspaceId')
        .onRef('deadlines.subjectId', '=', 'incidents.id')
        .on('deadlines.kind', '=', AUTHORITY),
    )
    // A condition on the deadlines too, so that they can be read in their own order.
    .where('deadlines.workspaceId', '=', ws);
  return filter === 'ALL' ? joined : joined.where(clockIs(filter, now));
}
