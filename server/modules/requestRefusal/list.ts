import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { RECORDED_RIGHTS, REFUSAL_GROUNDS } from '../../../shared/request/grounds.ts';
import type { ListRefusals } from '../../../shared/requestRefusal/schema.ts';
import { endOf, startOf } from '../../platform/database/bangkokDays.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/service.ts';

/** Who reads the register: a caller, or an export that one has started. */
export type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'standing'>;
type Filters = Omit<ListRefusals, 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'>;
type Rows = SelectQueryBuilder<DB, 'requestRights', Record<never, never>>;

/** Refused rights that match the filters; for Staff those of requests with a right of theirs. */
export function narrowed(trx: Trx, ctx: Reader, input: Filters): Rows {
  const ws = ctx.workspace.id;
  let rows: Rows = trx
    .selectFrom('requestRights')
    .where('requestRights.workspaceId', '=', ws)
    .where('requestRights.stage', '=', 'CLOSED')
    .where('requestRights.groundCode', 'in', input.ground === 'ALL' ? REFUSAL_GROUNDS : [input.ground]);
  if (input.right === 'CUSTOM') rows = rows.where('requestRights.code', 'is', null);
  else if (input.right !== 'ALL') rows = rows.where('requestRights.code', '=', input.right);
  if (input.required === 'YES') rows = rows.where('requestRights.code', 'in', RECORDED_RIGHTS);
  if (input.required === 'NO')
    rows = rows.where((eb) =>
      eb.or([eb('requestRights.code', 'is', null), eb('requestRights.code', 'not in', RECORDED_RIGHTS)]),
    );
  if (input.applicationId) rows = rows.where('requestRights.applicationId', '=', input.applicationId);
  if (input.from) rows = rows.where('requestRights.closedAt', '>=', startOf(input.from) as never);
  if (input.to) rows = rows.where('requestRights.closedAt', '<', endOf(input.to) as never);
  if (seesOwn(ctx))
    rows = rows.where(
      sql<SqlBool>`request_rights.request_id in (select r.request_id from request_rights r where r.workspace_id = ${ws} and r.assignee_id = ${ctx.personnel.id})`,
    );
  return input.query === '' ? rows : rows.where(numbered(ws, input.query));
}

/** How many refused rights match the filters, from the stored sums; undefined where they have to be counted. */
export async function knownTotal(trx: Trx, ctx: Reader, input: Filters): Promise<number | undefined> {
  if (input.query !== '' || input.from || input.to || seesOwn(ctx)) return undefined;
  let months = trx
    .selectFrom('requestRightMonths')
    .where('workspaceId', '=', ctx.workspace.id)
    .where('stage', '=', 'CLOSED')
    .where('groundCode', 'in', input.ground === 'ALL' ? REFUSAL_GROUNDS : [input.ground]);
  if (input.right !== 'ALL') months = months.where('code', '=', input.right);
  if (input.required !== 'ALL')
    months = months.where('code', input.required === 'YES' ? 'in' : 'not in', RECORDED_RIGHTS);
  if (input.applicationId) months = months.where('applicationId', '=', input.applicationId);
  const { total } = await months.select((eb) => eb.fn.sum<number>('rights').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** The rights of a request by its number; none for a text that is no number. */
function numbered(ws: string, query: string) {
  const number = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(query)?.[1];
  if (!number) return sql<SqlBool>`false`;
  return sql<SqlBool>`request_rights.request_id in (select q.id from requests q where q.workspace_id = ${ws} and q.number = ${Number(number)})`;
}
