import { sql, type SqlBool } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import type { ListActivityLogs } from '../../../shared/activityLog/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { ProgramAccounts } from '../../platform/auth/programAccounts.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';
import { contains, matching, NARROW } from '../../platform/list/search.ts';
import { type Cursor, linesAfter } from '../../platform/list/reading.ts';
import { locate } from './counts.ts';
import { endOf, startOf } from '../../../shared/bangkok.ts';
import { metaOf } from '../../platform/list/rows.ts';

const COLUMNS = [
  'id',
  'module',
  'event',
  'entity',
  'entityId',
  'actorId',
  'subject',
  'changes',
  'program',
  'createdAt',
] as const;

/** A row of the log as stored. */
export interface ActivityRow {
  id: string;
  module: string;
  event: string;
  entity: string;
  entityId: string;
  actorId: string | null;
  subject: string;
  changes: unknown;
  /** The key by which a program acted for the person; entries of workspaces deleted long ago do not have it. */
  program: string | null;
  createdAt: string;
}

function inRange(db: Executor, workspaceId: string, { module, from, to }: ListActivityLogs) {
  let query = db.selectFrom('activityLogs').where('workspaceId', '=', workspaceId);
  if (module !== 'ALL') query = query.where('module', '=', module);
  if (from) query = query.where('createdAt', '>=', startOf(from));
  if (to) query = query.where('createdAt', '<', endOf(to));
  return query;
}

/**
 * A page by module and dates alone, for logs of any length: the total is a sum over days, and a far page is read from
 * its first day on, not from the newest entry.
 */
export async function listByDay(
  trx: Trx,
  workspaceId: string,
  input: ListActivityLogs,
  now: Date,
): Promise<List<ActivityRow>> {
  const { from, to, module, pageSize, currentPage, sortDirection } = input;
  const offset = (currentPage - 1) * pageSize;
  const newestFirst = sortDirection === 'DESC';
  const { total, start } = await locate(
    trx,
    workspaceId,
    { from, to, module: module === 'ALL' ? undefined : module, offset, newestFirst },
    now,
  );
  const meta = metaOf(input, total);
  if (!start) return { collection: [], meta };

  const filtered = inRange(trx, workspaceId, input);
  const query = newestFirst
    ? filtered.where('createdAt', '<', endOf(start.day))
    : filtered.where('createdAt', '>=', startOf(start.day));
  const direction = newestFirst ? 'desc' : 'asc';
  const collection = await query
    .select(COLUMNS)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(pageSize)
    .offset(offset - start.before)
    .modifyEnd(sql.raw(CUSTOM_PLAN))
    .execute();
  return { collection, meta };
}

/**
 * Entries that match every filter; a text is searched in the record's name and among `actors` and `people`. `few`: few
 * enough to read all of them.
 */
async function fitting(trx: Trx, workspaceId: string, input: ListActivityLogs, actors: string[], people: string[]) {
  let filtered = inRange(trx, workspaceId, input);
  if (input.actorId) filtered = filtered.where('actorId', '=', input.actorId);
  if (input.entityId) filtered = filtered.where('entityId', '=', input.entityId);
  let few = false;
  if (input.query) {
    const found = await matching(trx, workspaceId, 'activityLogs', input.query);
    const narrow = found.length <= NARROW;
    few = narrow && actors.length === 0 && people.length === 0;
    filtered = filtered.where((eb) =>
      eb.or([
        // By the ids that the index finds, or row by row where it finds many.
        narrow ? sql<SqlBool>`id = any(${found}::uuid[])` : contains(input.query!),
        ...(actors.length > 0 ? [eb('actorId', 'in', actors)] : []),
        ...(people.length > 0 ? [eb('entityId', 'in', people)] : []),
      ]),
    );
  }
  return { filtered, few };
}

/** A page by text, actor or record: counted row by row, through the most selective index. */
export async function listFiltered(
  trx: Trx,
  workspaceId: string,
  input: ListActivityLogs,
  actors: string[],
  people: string[],
): Promise<List<ActivityRow>> {
  const { filtered, few } = await fitting(trx, workspaceId, input, actors, people);
  // Otherwise the planner would read the log from its newest entry until it has found ten matches: no index has this
  // order.
  const createdAt = few ? sql<string>`created_at at time zone 'UTC'` : sql.ref<string>('createdAt');
  return pageOf(filtered, input, (query) => query.select(COLUMNS), { createdAt }, sql.ref('id'));
}

/** The next entries while the log is read to its end, newest first; the time for a page does not grow. */
export async function readOn(
  trx: Trx,
  workspaceId: string,
  input: ListActivityLogs,
  people: string[],
  after: Cursor | undefined,
  limit: number,
): Promise<(ActivityRow & Cursor)[]> {
  // Without statistics (a restored database) the planner would collect and sort the rest of the log for each page; the
  // index of the order suits any size. A search by names has its own index.
  if (!input.query)
    await sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(trx);
  const { filtered } = await fitting(trx, workspaceId, input, people, people);
  return linesAfter(filtered.select(COLUMNS), after, limit).execute();
}

/** Personnel whose name contains the text. */
export async function peopleNamed(db: Executor, workspaceId: string, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('name', 'ilike', containing(text))
    .execute();
  return rows.map((row) => row.id);
}

/** Everybody who is or was of the workspace, and whether they act there now; those who do first. */
export async function people(
  trx: Trx,
  workspaceId: string,
  programAccounts: ProgramAccounts | undefined,
): Promise<{ id: string; name: string; active: boolean }[]> {
  return trx
    .selectFrom('personnel')
    .select(['id', 'name'])
    .select((eb) => {
      const isPerson = eb('status', '=', 'active');
      const account = programAccounts?.active(trx, workspaceId, eb.ref('personnel.id'));
      return (account ? eb.or([isPerson, eb.exists(account)]) : isPerson).$castTo<boolean>().as('active');
    })
    .where('workspaceId', '=', workspaceId)
    .where('status', '!=', 'invited')
    .orderBy('active', 'desc')
    .orderBy(thai('name'))
    .orderBy('id')
    .execute();
}
