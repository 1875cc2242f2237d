import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  InventoryFilters,
  InventoryItem,
  InventoryPivotAnswer,
  listInventory,
  pivotInventory,
} from '../../../shared/inventory/schema.ts';
import type { List } from '../../../shared/list.ts';
import { metaOf } from '../../platform/list/rows.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type Narrowing, narrowingOf } from './narrowing.ts';
import * as pivots from './pivot.ts';
import * as queries from './queries.ts';
import { keysAt, keysFrom, type Stretch, stretchesOf, type UseKey } from './walk.ts';

/** One page of the uses of personal data, with the exact number that matches the filters. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listInventory>): Promise<List<InventoryItem>> {
  const { ws: _, pageSize, currentPage, sortBy, sortDirection, ...filters } = input;
  return ctx.read(async (trx) => {
    const narrowing = await narrowingOf(trx, ctx.workspace.id, filters);
    const stretches = await stretchesOf(trx, narrowing, sortBy, sortDirection);
    const totalItems = totalOf(stretches);
    const keys = await keysAt(trx, narrowing, sortBy, stretches, (currentPage - 1) * pageSize, pageSize);
    const collection = await queries.usesOf(trx, ctx.workspace.id, keys);
    return {
      collection,
      meta: metaOf(input, totalItems),
    };
  });
}

export const pivot = (ctx: WorkspaceContext, input: z.output<typeof pivotInventory>): Promise<InventoryPivotAnswer> =>
  ctx.read((trx) => pivots.pivot(trx, ctx.workspace.id, input));

/** How many uses match the filters. */
export const count = (
  ctx: Pick<WorkspaceContext, 'transaction' | 'workspace'>,
  filters: InventoryFilters,
): Promise<number> =>
  ctx.transaction(async (trx) => totalOf((await prepare(trx, ctx.workspace.id, filters)).stretches));

/** Uses read at a time by `each`. */
const BATCH = 1000;

/**
 * All uses that match the filters, sensitive ones first, for exports; each batch is read in its own short transaction.
 * Changes made meanwhile may or may not be included.
 */
export async function* each(
  ctx: Pick<WorkspaceContext, 'transaction' | 'workspace'>,
  filters: InventoryFilters,
): AsyncGenerator<InventoryItem[]> {
  const ws = ctx.workspace.id;
  const { narrowing, stretches } = await ctx.transaction((trx) => prepare(trx, ws, filters));
  for (const stretch of stretches) {
    let last: UseKey | undefined;
    do {
      const { keys, items } = await ctx.transaction((trx) => batch(trx, narrowing, stretch, last));
      last = keys.length === BATCH ? keys.at(-1) : undefined;
      if (items.length > 0) yield items;
    } while (last);
  }
}

async function prepare(
  trx: Trx,
  ws: string,
  filters: InventoryFilters,
): Promise<{ narrowing: Narrowing; stretches: Stretch[] }> {
  const narrowing = await narrowingOf(trx, ws, filters);
  return { narrowing, stretches: await stretchesOf(trx, narrowing, 'sensitive', 'DESC') };
}

async function batch(trx: Trx, narrowing: Narrowing, stretch: Stretch, after: UseKey | undefined) {
  const keys = await keysFrom(trx, narrowing, stretch, after, BATCH);
  return { keys, items: await queries.usesOf(trx, narrowing.workspaceId, keys) };
}

const totalOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, { uses }) => sum + uses, 0);
