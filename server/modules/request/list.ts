import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { monthAfter, monthStart } from '../../../shared/months.ts';
import type { ListRequests, RequestItem, RequestList } from '../../../shared/request/schema.ts';
import { requestNumberIn } from '../../../shared/request/reference.ts';
import type { RequestStatus } from '../../../shared/request/stage.ts';
import { actorOf } from '../../platform/actor.ts';
import { countOf, pageOf, undatedLast } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { answerOutstanding } from './outstanding.ts';
import { ACT, RIGHT } from './clock.ts';
import { knownRights, knownTotal } from './listTotal.ts';
import { clocksOf, headOf, knowsIdentity, seesOwn } from './record.ts';
import * as queries from './rows.ts';
import { lookupsOf, sealedSubject } from './subject.ts';

/** Who reads requests: a caller, or an export that one has started. */
type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'standing'>;
export type Rows = SelectQueryBuilder<DB, 'requests', Record<never, never>>;

/** One page of the requests that the caller can read. */
export function list(ctx: WorkspaceContext, requested: ListRequests): Promise<RequestList> {
  const input = { ...requested, mine: requested.mine || seesOwn(actorOf(ctx)) };
  return ctx.read(async (trx) => {
    const rows = await narrowed(trx, ctx, input);
    const page = await pageOf(
      rows,
      input,
      (query) => query.select('requests.id'),
      {
        updatedAt: sql.ref('requests.updatedAt'),
        receivedAt: sql.ref('requests.receivedAt'),
        number: sql.ref('requests.number'),
        dueAt: undatedLast('requests.dueAt', input.sortDirection),
      },
      sql.ref('requests.id'),
      await knownTotal(trx, ctx, input),
    );
    const ids = page.collection.map(({ id }) => id);
    return { ...page, collection: await itemsOf(trx, ctx, ids), rights: await countRights(trx, ctx, input, rows) };
  });
}

type Filters = Omit<ListRequests, 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'>;

/** Filters of the right itself, all on the same right; `right`: its alias in the query. */
export function rightConditions(
  { deps, workspace }: Pick<Reader, 'deps' | 'workspace'>,
  {
    right,
    stage,
    ground,
    answer,
    byReceipt,
    byEither,
  }: Pick<Filters, 'right' | 'stage' | 'ground' | 'answer' | 'byReceipt' | 'byEither'>,
  name: string,
): RawBuilder<SqlBool>[] {
  const column = (key: string) => sql.ref(`${name}.${key}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (right === 'CUSTOM') conditions.push(sql`${column('code')} is null`);
  else if (right !== 'ALL') conditions.push(sql`${column('code')} = ${right}`);
  if (stage === 'OPEN') conditions.push(sql`${column('closedAt')} is null`);
  else if (stage !== 'ALL') conditions.push(sql`${column('stage')} = ${stage}`);
  if (ground !== 'ALL') conditions.push(sql`${column('groundCode')} = ${ground}`);
  if (answer === 'OUTSTANDING') conditions.push(answerOutstanding(name));
  const isPast = (...kinds: readonly string[]) => sql<SqlBool>`${column('id')} in (
      select d.subject_id from deadlines d where d.workspace_id = ${workspace.id} and d.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
         and d.ended_at is null and d.stopped_at is null and d.due_at < ${deps.now()})`;
  if (byReceipt === 'OVERDUE') conditions.push(isPast(ACT));
  if (byEither === 'OVERDUE') conditions.push(isPast(ACT, RIGHT));
  if (byReceipt === 'LATE') conditions.push(sql`${column('lateByReceipt')}`);
  return conditions;
}

/** How many rights of these requests match the filters of the right itself; null where none is set. */
async function countRights(trx: Trx, ctx: Reader, input: Filters, rows: Rows): Promise<number | null> {
  const conditions = rightConditions(ctx, input, 'requestRights');
  if (conditions.length === 0) return null;
  const known = await knownRights(trx, ctx.workspace.id, input);
  if (known !== undefined) return known;
  let rights = trx
    .selectFrom('requestRights')
    .where('requestRights.workspaceId', '=', ctx.workspace.id)
    .where('requestRights.requestId', 'in', rows.select('requests.id'))
    .where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`);
  if (input.assigneeId) rights = rights.where('requestRights.assigneeId', '=', input.assigneeId);
  if (input.mine) rights = rights.where('requestRights.assigneeId', '=', ctx.personnel.id);
  return countOf(rights);
}

/** Requests that match the filters. The text is a number, or a complete address or id of the data subject. */
export async function narrowed(trx: Trx, ctx: Reader, input: Filters): Promise<Rows> {
  const ws = ctx.workspace.id;
  let rows: Rows = trx.selectFrom('requests').where('requests.workspaceId', '=', ws);
  if (input.status !== 'ALL') rows = rows.where('requests.status', '=', input.status);
  if (input.applicationId) rows = rows.where('requests.applicationId', '=', input.applicationId);
  if (input.clock !== 'ALL') {
    const now = ctx.deps.now();
    rows = rows.where('requests.dueAt', input.clock === 'OVERDUE' ? '<' : '>=', now.toISOString() as never);
  }
  const receivedAt = sql.ref('requests.receivedAt');
  if (input.fromMonth) rows = rows.where(sql<SqlBool>`${receivedAt} >= ${monthStart(input.fromMonth)}::timestamptz`);
  if (input.toMonth)
    rows = rows.where(sql<SqlBool>`${receivedAt} < ${monthStart(monthAfter(input.toMonth, 1))}::timestamptz`);
  // A late answer is counted once the entire request is closed.
  if (input.byReceipt === 'LATE') rows = rows.where('requests.late', '=', true);
  const ofRight = rightConditions(ctx, input, 'r');
  if (ofRight.length > 0)
    rows = rows.where(
      sql<SqlBool>`exists (select from request_rights r where r.workspace_id = requests.workspace_id and r.request_id = requests.id and ${sql.join(ofRight, sql` and `)})`,
    );
  for (const assignee of [input.assigneeId, input.mine ? ctx.personnel.id : undefined])
    if (assignee)
      rows = rows.where(
        sql<SqlBool>`requests.id in (select r.request_id from request_rights r where r.workspace_id = ${ws} and r.assignee_id = ${assignee})`,
      );
  const text = input.uid || input.query;
  return text ? ofSubject(rows, await soughtSubject(trx, ctx, text)) : rows;
}

/** What is looked for, as far as it can be stored: a number of a request, or keyed hashes of a person. */
export interface SoughtSubject {
  readonly number: number | null;
  /** Of uid, email and phone number; empty for a reader without permission for the data subject. */
  readonly hashes: readonly Buffer[];
}

export async function soughtSubject(trx: Trx, ctx: Reader, text: string): Promise<SoughtSubject> {
  const number = requestNumberIn(text);
  if (!knowsIdentity(ctx)) return { number, hashes: [] };
  const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
  const { uidHash, emailHash, phoneHash } = lookupsOf(key, {
    uid: text,
    email: text.toLowerCase(),
    telephone: text.replace(/[\s-]/g, ''),
  } as never);
  // A text without a digit or letter is no phone number: the hash of another kind matches none.
  return { number, hashes: [uidHash, emailHash, phoneHash].flatMap((hash) => hash ?? uidHash ?? []) };
}

export const ofSubject = (rows: Rows, { number, hashes: [uid, email, phone] }: SoughtSubject): Rows =>
  rows.where((eb) =>
    eb.or([
      ...(number === null ? [] : [eb('requests.number', '=', number)]),
      ...(uid && email && phone
        ? [eb('requests.uidHash', '=', uid), eb('requests.emailHash', '=', email), eb('requests.phoneHash', '=', phone)]
        : []),
      ...(number !== null || uid ? [] : [sql<SqlBool>`false`]),
    ]),
  );

/** These requests as lists return them, in the order of the ids. */
async function itemsOf(trx: Trx, ctx: WorkspaceContext, ids: readonly string[]): Promise<RequestItem[]> {
  if (ids.length === 0) return [];
  const ws = ctx.workspace.id;
  const rows = await trx
    // Materialized: the planner would otherwise start from the application, and read all its requests in the index.
    .with(
      (cte) => cte('chosen').materialized(),
      (found) =>
        found
          .selectFrom('requests')
          .selectAll()
          .where('workspaceId', '=', ws)
          .where('id', 'in', [...ids]),
    )
    .selectFrom('chosen as r')
    .innerJoin('requestForms as f', (join) =>
      join.onRef('f.workspaceId', '=', 'r.workspaceId').onRef('f.id', '=', 'r.requestFormId'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'r.workspaceId').onRef('a.id', '=', 'r.applicationId'),
    )
    .select(['r.id', 'r.number', 'r.status', 'r.subject', 'r.channel', 'r.receivedAt', 'r.verifyBy', 'r.verifiedAt'])
    .select(['r.dueAt', 'r.closedAt', 'r.anonymisedAt', 'r.rowVersion', 'r.createdAt', 'r.updatedAt'])
    .select(['r.requestFormId', 'r.requestFormVersion', 'f.name as formName'])
    .select(['r.applicationId', 'a.name as applicationName'])
    .execute();
  const rights = await queries.rightsOf(trx, ws, ids);
  const clocks = await clocksOf(trx, ws, rights);
  const key = knowsIdentity(actorOf(ctx)) ? await ctx.deps.keyring.workspaceKey(trx, ws) : null;
  return inOrder(ids, rows).map(
    ({ subject, requestFormId, requestFormVersion, formName, applicationId, applicationName, ...row }) => {
      const who = key && subject && sealedSubject.open(key, row.id, subject);
      return {
        ...row,
        status: row.status as RequestStatus,
        channel: row.channel as RequestItem['channel'],
        form: { id: requestFormId, name: formName, version: requestFormVersion },
        application: { id: applicationId, name: applicationName },
        subjectName: who && `${who.firstName} ${who.lastName}`,
        rights: rights.filter(({ requestId }) => requestId === row.id).map((right) => headOf(right, clocks)),
      };
    },
  );
}
