import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import {
  type ListPlans,
  type planBoard,
  type planCalendarInput,
  type PlanItem,
} from '../../../shared/treatmentPlan/schema.ts';
import { BOARD_COLUMN_LIMIT, OPEN_PLANS, PLAN_STATUSES } from '../../../shared/treatmentPlan/status.ts';
import type { z } from 'zod';
import { actorOf } from '../../platform/actor.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { countOf, pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { foundWithApplication } from '../application/search.ts';
import { itemsOf, seesOwn } from './record.ts';
import * as queries from './queries.ts';

/** Who reads plans: a caller, or an export that one has started. */
type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'standing' | 'locale'>;
type Rows = SelectQueryBuilder<DB, 'treatmentPlans', Record<never, never>>;
type Filters = Omit<ListPlans, 'pageSize' | 'currentPage' | 'sortBy' | 'sortDirection'>;

/** Plans that match the filters and that the reader can read. */
function narrowed(trx: Trx, ctx: Reader, input: Filters): Rows {
  let rows: Rows = trx.selectFrom('treatmentPlans').where('treatmentPlans.workspaceId', '=', ctx.workspace.id);
  if (input.status !== 'ALL') rows = rows.where('treatmentPlans.status', '=', input.status);
  if (input.due !== 'ALL') rows = rows.where('treatmentPlans.status', 'in', [...OPEN_PLANS]);
  if (input.due === 'OVERDUE') rows = rows.where('treatmentPlans.expectedOn', '<', bangkokDay(ctx.deps.now()) as never);
  if (input.risk) rows = rows.where('treatmentPlans.residualRisk', '=', input.risk);
  if (input.applicationId) rows = rows.where('treatmentPlans.applicationId', '=', input.applicationId);
  if (input.dpiaId) rows = rows.where('treatmentPlans.dpiaId', '=', input.dpiaId);
  const mine = input.mine || seesOwn(ctx) ? ctx.personnel.id : undefined;
  for (const assignee of [input.assigneeId, mine])
    if (assignee) rows = rows.where('treatmentPlans.assigneeId', '=', assignee);
  if (input.query) rows = rows.where(foundWithApplication('treatment_plans', ctx.workspace.id, input.query));
  return rows;
}

const read = async (trx: Trx, ctx: Reader, ids: readonly string[]): Promise<PlanItem[]> =>
  itemsOf(trx, actorOf(ctx), inOrder(ids, await queries.byIds(trx, ctx.workspace.id, ids)));

const SORT = {
  expectedOn: sql.ref('treatmentPlans.expectedOn'),
  updatedAt: sql.ref('treatmentPlans.updatedAt'),
  status: sql.ref('treatmentPlans.status'),
};

/** One page of the plans that the caller can read. */
export const list = (ctx: WorkspaceContext, input: ListPlans): Promise<List<PlanItem>> =>
  ctx.read(async (trx) => {
    const page = await pageOf(
      narrowed(trx, ctx, input),
      input,
      (query) => query.select('treatmentPlans.id'),
      SORT,
      sql.ref('treatmentPlans.id'),
    );
    return {
      ...page,
      collection: await read(
        trx,
        ctx,
        page.collection.map(({ id }) => id),
      ),
    };
  });

/** How many plans match the filters. */
export const countPlans = (trx: Trx, ctx: Reader, input: Filters): Promise<number> =>
  countOf(narrowed(trx, ctx, input));

/** Plans that one query reads. */
const PAGE = 200;

/** The next plans of an export, after the one with the id `after`. */
export async function pageOfPlans(trx: Trx, ctx: Reader, input: Filters, after?: string): Promise<PlanItem[]> {
  let rows = narrowed(trx, ctx, input);
  if (after !== undefined) rows = rows.where('treatmentPlans.id', '>', after);
  const ids = await rows.select('treatmentPlans.id').orderBy('treatmentPlans.id').limit(PAGE).execute();
  return read(
    trx,
    ctx,
    ids.map(({ id }) => id),
  );
}

const first = async (rows: Rows, limit: number): Promise<string[]> =>
  (
    await rows
      .select('treatmentPlans.id')
      .orderBy('treatmentPlans.expectedOn')
      .orderBy('treatmentPlans.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Plans by their status, the first of each. */
export const board = (ctx: WorkspaceContext, input: Filters): Promise<z.output<typeof planBoard>> =>
  ctx.read(async (trx) => ({
    columns: await Promise.all(
      PLAN_STATUSES.map(async (status) => {
        const rows = narrowed(trx, ctx, { ...input, status });
        const [total, ids] = await Promise.all([countOf(rows), first(rows, BOARD_COLUMN_LIMIT)]);
        return { status, total, plans: await read(trx, ctx, ids) };
      }),
    ),
  }));

const CALENDAR_LIMIT = 500;

/** Plans due in one month, those due first. */
export const calendar = (
  ctx: WorkspaceContext,
  { month, mine }: z.output<typeof planCalendarInput>,
): Promise<{ collection: PlanItem[] }> =>
  ctx.read(async (trx) => {
    const rows = narrowed(trx, ctx, { status: 'ALL', due: 'ALL', mine, query: '' } as Filters)
      .where('treatmentPlans.expectedOn', '>=', `${month}-01` as never)
      .where(sql<SqlBool>`expected_on < (${`${month}-01`}::date + interval '1 month')`);
    return { collection: await read(trx, ctx, await first(rows, CALENDAR_LIMIT)) };
  });
