import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { RECORDED_RIGHTS, REFUSAL_GROUNDS } from '../../../shared/request/grounds.ts';
import type { ListRefusals } from '../../../shared/requestRefusal/schema.ts';
import { endOf, startOf } from '../../../shared/bangkok.ts';
import { countOf } from '../../platform/list/list.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/service.ts';

/** Who reads the register: a caller, or an export that one has started. */
export type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'standing'>;
type Filters = Omit<ListRefusals, 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'>;
type Rows = SelectQueryBuilder<DB, 'requestRefusals', Record<never, never>>;

/** Refusals that match the filters; for Staff those of requests with a right of theirs. */
export function narrowed(trx: Trx, ctx: Reader, input: Filters): Rows {
  const ws = ctx.workspace.id;
  let rows: Rows = trx
    .selectFrom('requestRefusals')
    .where('requestRefusals.workspaceId', '=', ws)
    .where('requestRefusals.groundCode', 'in', input.ground === 'ALL' ? REFUSAL_GROUNDS : [input.ground]);
  if (input.right === 'CUSTOM') rows = rows.where('requestRefusals.code', 'is', null);
  else if (input.right !== 'ALL') rows = rows.where('requestRefusals.code', '=', input.right);
  if (input.required === 'YES') rows = rows.where('requestRefusals.code', 'in', RECORDED_RIGHTS);
  if (input.required === 'NO')
    rows = rows.where((eb) =>
      eb.or([eb('requestRefusals.code', 'is', null), eb('requestRefusals.code', 'not in', RECORDED_RIGHTS)]),
    );
  if (input.applicationId) rows = rows.where('requestRefusals.applicationId', '=', input.applicationId);
  if (input.from) rows = rows.where('requestRefusals.closedAt', '>=', startOf(input.from) as never);
  if (input.to) rows = rows.where('requestRefusals.closedAt', '<', endOf(input.to) as never);
  if (seesOwn(ctx))
    rows = rows.where(
      sql<SqlBool>`request_refusals.request_id in (select r.request_id from request_rights r where r.workspace_id = ${ws} and r.assignee_id = ${ctx.personnel.id})`,
    );
  return input.query === '' ? rows : rows.where(numbered(ws, input.query));
}

/**
 * How many refusals match the filters, from the stored sums of refused rights, and the few refused tasks; undefined
 * where they all have to be counted.
 */
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
  const [{ total }, parts] = await Promise.all([
    months.select((eb) => eb.fn.sum<number>('rights').as('total')).executeTakeFirstOrThrow(),
    countOf(narrowed(trx, ctx, input).where('requestRefusals.part', 'is not', null)),
  ]);
  return Number(total ?? 0) + parts;
}

/** The refusals of a request by its number; none for a text that is no number. */
function numbered(ws: string, query: string) {
  const number = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(query)?.[1];
  if (!number) return sql<SqlBool>`false`;
  return sql<SqlBool>`request_refusals.request_id in (select q.id from requests q where q.workspace_id = ${ws} and q.number = ${Number(number)})`;
}
