import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { ListRequests, RequestItem } from '../../../shared/request/schema.ts';
import type { RequestStatus } from '../../../shared/request/stage.ts';
import { actorOf } from '../../platform/actor.ts';
import { pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { clocksOf, headOf, knowsIdentity, seesOwn } from './record.ts';
import * as queries from './queries.ts';
import { lookupsOf, sealedSubject } from './subject.ts';

type Rows = SelectQueryBuilder<DB, 'requests', Record<never, never>>;

/** One page of the requests that the caller may see. */
export function list(ctx: WorkspaceContext, requested: ListRequests): Promise<List<RequestItem>> {
  const input = { ...requested, mine: requested.mine || seesOwn(actorOf(ctx)) };
  return ctx.read(async (trx) => {
    const page = await pageOf(
      await narrowed(trx, ctx, input),
      input,
      (query) => query.select('requests.id'),
      {
        updatedAt: sql.ref('requests.updatedAt'),
        receivedAt: sql.ref('requests.receivedAt'),
        number: sql.ref('requests.number'),
        // Those without a running clock come last either way.
        dueAt: sql`coalesce(requests.due_at, ${input.sortDirection === 'ASC' ? sql.lit('infinity') : sql.lit('-infinity')}::timestamptz)`,
      },
      sql.ref('requests.id'),
    );
    const ids = page.collection.map(({ id }) => id);
    return { ...page, collection: await itemsOf(trx, ctx, ids) };
  });
}

/** Requests that fit the filters. The text is a number, or an address or id of whoever asks, whole. */
async function narrowed(trx: Trx, ctx: WorkspaceContext, input: ListRequests): Promise<Rows> {
  const ws = ctx.workspace.id;
  let rows: Rows = trx.selectFrom('requests').where('requests.workspaceId', '=', ws);
  if (input.status !== 'ALL') rows = rows.where('requests.status', '=', input.status);
  if (input.applicationId) rows = rows.where('requests.applicationId', '=', input.applicationId);
  if (input.clock !== 'ALL') {
    const now = ctx.deps.now();
    rows = rows.where('requests.dueAt', input.clock === 'OVERDUE' ? '<' : '>=', now.toISOString() as never);
  }
  const having = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<SqlBool>`exists (select from request_rights r where r.workspace_id = requests.workspace_id and r.request_id = requests.id and ${condition})`;
  if (input.right !== 'ALL') rows = rows.where(having(sql<SqlBool>`r.code = ${input.right}`));
  for (const assignee of [input.assigneeId, input.mine ? ctx.personnel.id : undefined])
    if (assignee)
      rows = rows.where(
        sql<SqlBool>`requests.id in (select r.request_id from request_rights r where r.workspace_id = ${ws} and r.assignee_id = ${assignee})`,
      );
  return input.query ? found(trx, ctx, rows, input.query) : rows;
}

async function found(trx: Trx, ctx: WorkspaceContext, rows: Rows, query: string): Promise<Rows> {
  const number = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(query)?.[1];
  const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
  const asUid = lookupsOf(key, {
    uid: query,
    email: query.toLowerCase(),
    telephone: query.replace(/[\s-]/g, ''),
  } as never);
  return rows.where((eb) =>
    eb.or([
      ...(number ? [eb('requests.number', '=', Number(number))] : []),
      // Who may not know who asks cannot look for them either.
      ...(knowsIdentity(actorOf(ctx))
        ? [
            eb('requests.uidHash', '=', asUid.uidHash),
            eb('requests.emailHash', '=', asUid.emailHash),
            eb('requests.phoneHash', '=', asUid.phoneHash),
          ]
        : []),
      ...(number || knowsIdentity(actorOf(ctx)) ? [] : [sql<SqlBool>`false`]),
    ]),
  );
}

/** These requests as lists show them, in the order of the ids. */
async function itemsOf(trx: Trx, ctx: WorkspaceContext, ids: readonly string[]): Promise<RequestItem[]> {
  if (ids.length === 0) return [];
  const ws = ctx.workspace.id;
  const rows = await trx
    .selectFrom('requests as r')
    .innerJoin('requestForms as f', (join) =>
      join.onRef('f.workspaceId', '=', 'r.workspaceId').onRef('f.id', '=', 'r.requestFormId'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'r.workspaceId').onRef('a.id', '=', 'r.applicationId'),
    )
    .select(['r.id', 'r.number', 'r.status', 'r.subject', 'r.channel', 'r.receivedAt', 'r.verifyBy', 'r.verifiedAt'])
    .select(['r.dueAt', 'r.closedAt', 'r.rowVersion', 'r.createdAt', 'r.updatedAt'])
    .select(['r.requestFormId', 'r.requestFormVersion', 'f.name as formName'])
    .select(['r.applicationId', 'a.name as applicationName'])
    .where('r.workspaceId', '=', ws)
    .where('r.id', 'in', [...ids])
    .execute();
  const rights = await queries.rightsOf(trx, ws, ids);
  const clocks = await clocksOf(trx, ws, rights);
  const key = knowsIdentity(actorOf(ctx)) ? await ctx.deps.keyring.workspaceKey(trx, ws) : null;
  return inOrder(ids, rows).map(
    ({ subject, requestFormId, requestFormVersion, formName, applicationId, applicationName, ...row }) => {
      const who = key && sealedSubject.open(key, row.id, subject);
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
