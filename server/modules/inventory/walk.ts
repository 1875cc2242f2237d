import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { type Narrowing } from './narrowing.ts';
import { remembered } from './memory.ts';
import { conditionsOfUses, groupsOf, type Sum, sumsBy } from './sums.ts';

/** Identifies a use. */
export interface UseKey {
  readonly attributeId: string;
  readonly dataFlowId: string;
}
interface PlacedUse extends UseKey {
  readonly sensitive: boolean;
  readonly piiCategoryId: string;
  readonly applicationId: string;
  readonly purposeId: string;
}

export type InventorySort = 'sensitive' | 'category' | 'application' | 'purpose';

/** Consecutive uses of the list that one index has in that order. */
export interface Stretch {
  readonly uses: number;
  readonly id: string;
  /** Only uses of a category with this sensitivity. */
  readonly sensitive?: boolean;
}

/**
 * Up to so many uses are read at once and sorted here: reading along the index would skip too many that do not match.
 */
const FEW = 500;
/**
 * Offsets above which the attribute in which the page begins is located first; lower where uses are also filtered out.
 */
const LONG = { plain: 1000, filtered: 100 };

/** The stretches of the list in order, each with its number of uses: their sum is the exact total. */
export async function stretchesOf(
  db: Executor,
  narrowing: Narrowing,
  sortBy: InventorySort,
  direction: 'ASC' | 'DESC',
): Promise<Stretch[]> {
  const forwards = <One>(list: One[]) => (direction === 'ASC' ? list : list.toReversed());
  if (sortBy === 'application' || sortBy === 'purpose') {
    const sums = await sumsBy(db, narrowing, sortBy);
    const uses = new Map(sums.map((sum) => [sum.key, sum.uses]));
    const order = await orderOf(db, narrowing, sortBy, sums);
    return forwards(order.flatMap((id) => ({ id, uses: uses.get(id) ?? 0 })));
  }
  const [counted, order] = await Promise.all([
    sumsBy(db, narrowing, 'category'),
    categoryOrder(db, narrowing.workspaceId),
  ]);
  const sums = new Map(counted.map((sum) => [sum.key, sum]));
  const categories = order.flatMap((id) => sums.get(id) ?? []);
  const part = (sum: Sum, sensitive: boolean): Stretch => ({
    id: sum.key,
    sensitive,
    uses: sensitive ? sum.sensitiveUses : sum.uses - sum.sensitiveUses,
  });
  const stretches =
    sortBy === 'category'
      ? forwards(categories).flatMap((sum) => [part(sum, true), part(sum, false)])
      : // Descending order lists sensitive data first.
        forwards([false, true]).flatMap((sensitive) => categories.map((sum) => part(sum, sensitive)));
  return stretches.filter(({ uses }) => uses > 0);
}

/** Ids in the Thai order of their names. */
function orderOf(
  db: Executor,
  { workspaceId, mark, key }: Narrowing,
  by: 'application' | 'purpose',
  sums: readonly Sum[],
): Promise<readonly string[]> {
  return remembered<string, readonly string[]>(`${key} order of ${by} ${mark}`, async () => {
    const ids = sums.map((sum) => sum.key);
    const [table, name] = by === 'application' ? [sql`applications`, sql`name`] : [sql`purposes`, sql`title_th`];
    const { rows } = await sql<{
      id: string;
    }>`select id from ${table} where workspace_id = ${workspaceId}::uuid and id = any(${ids}::uuid[]) order by left(${name}, 200) collate thai, id`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  });
}

async function categoryOrder(db: Executor, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from pii_categories where workspace_id = ${workspaceId}::uuid order by name_th collate thai, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Keys of the uses from the `offset`-th on, `limit` at most, in the order of `stretches`. */
export async function keysAt(
  db: Executor,
  narrowing: Narrowing,
  sortBy: InventorySort,
  stretches: readonly Stretch[],
  offset: number,
  limit: number,
): Promise<UseKey[]> {
  const total = stretches.reduce((sum, { uses }) => sum + uses, 0);
  if (!narrowing.plain && total <= FEW)
    return (await fewUses(db, narrowing, sortBy, stretches)).slice(offset, offset + limit);
  const keys: UseKey[] = [];
  let before = 0;
  for (const stretch of stretches) {
    const skip = Math.max(0, offset - before);
    before += stretch.uses;
    if (skip >= stretch.uses) continue;
    keys.push(...(await within(db, narrowing, sortBy, stretch, skip, limit - keys.length)));
    if (keys.length >= limit) break;
  }
  return keys;
}

async function within(
  db: Executor,
  narrowing: Narrowing,
  sortBy: InventorySort,
  stretch: Stretch,
  skip: number,
  limit: number,
): Promise<UseKey[]> {
  const place = placeOf(sortBy, stretch);
  if (stretch.sensitive === undefined || skip < (narrowing.plain ? LONG.plain : LONG.filtered))
    return walk(db, narrowing, place, orderIn(sortBy), skip, limit);
  // From the attribute in which the page begins.
  let left = skip;
  let first = '';
  for (const { key, uses } of await attributesOf(db, narrowing, stretch, place)) {
    first = key;
    if (left < uses) break;
    left -= uses;
  }
  return walk(db, narrowing, sql`${place} and attribute_id >= ${first}::uuid`, orderIn(sortBy), left, limit);
}

const placeOf = (sortBy: InventorySort, { id, sensitive }: Stretch): RawBuilder<SqlBool> =>
  sortBy === 'application'
    ? sql`application_id = ${id}::uuid`
    : sortBy === 'purpose'
      ? sql`purpose_id = ${id}::uuid`
      : sql`sensitive = ${sensitive} and pii_category_id = ${id}::uuid`;
const orderIn = (sortBy: InventorySort) =>
  sortBy === 'application' || sortBy === 'purpose'
    ? sql`sensitive desc, pii_category_id, attribute_id, data_flow_id`
    : sql`attribute_id, data_flow_id`;

async function walk(
  db: Executor,
  narrowing: Narrowing,
  place: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  offset: number,
  limit: number,
): Promise<UseKey[]> {
  const { rows } = await sql<UseKey>`
    select attribute_id, data_flow_id from data_flow_attributes
     where ${conditionsOfUses(narrowing)} and ${place} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const attributesOf = (db: Executor, narrowing: Narrowing, { id, sensitive }: Stretch, place: RawBuilder<SqlBool>) =>
  remembered<{ key: string; uses: number }, readonly { key: string; uses: number }[]>(
    `${narrowing.key} attributes of ${id} ${sensitive}`,
    async () => {
      const { rows } = await sql<{ key: string; uses: string | number }>`
      select attribute_id as key, count(*) as uses from data_flow_attributes where ${conditionsOfUses(narrowing)} and ${place} group by 1 order by 1`.execute(
        db,
      );
      return rows.map(({ key, uses }) => ({ key, uses: Number(uses) }));
    },
  );

/** All uses of a selective search, found by the groups in which they are counted. */
function fewUses(
  db: Executor,
  narrowing: Narrowing,
  sortBy: InventorySort,
  stretches: readonly Stretch[],
): Promise<readonly UseKey[]> {
  return remembered<UseKey, readonly UseKey[]>(
    `${narrowing.key} few ${sortBy} ${JSON.stringify(stretches.map(({ id }) => id))}`,
    async () => {
      const { rows } = await sql<PlacedUse>`
      select attribute_id, data_flow_id, sensitive, pii_category_id, application_id, purpose_id
        from (${groupsOf(narrowing)}) g, lateral (
          select u.attribute_id, u.data_flow_id, u.sensitive from data_flow_attributes u
           where u.workspace_id = ${narrowing.workspaceId}::uuid and u.application_id = g.application_id and u.sensitive = any('{t,f}') and u.pii_category_id = g.pii_category_id
             and u.purpose_id = g.purpose_id and u.retention_days = g.retention_days) found
       where ${sensitiveOnly(narrowing)} and ${foundByText(narrowing)} ${sql.raw(CUSTOM_PLAN)}`.execute(db);
      const placeIn = (use: PlacedUse) =>
        sortBy === 'application'
          ? use.applicationId
          : sortBy === 'purpose'
            ? use.purposeId
            : `${use.piiCategoryId} ${use.sensitive}`;
      const rank = new Map(
        stretches.map(({ id, sensitive }, index) => [sensitive === undefined ? id : `${id} ${sensitive}`, index]),
      );
      const inOrder = (use: PlacedUse) =>
        `${use.sensitive ? 0 : 1} ${use.piiCategoryId} ${use.attributeId} ${use.dataFlowId}`;
      return rows
        .map((use) => ({ use, rank: rank.get(placeIn(use)) ?? 0, order: inOrder(use) }))
        .sort((a, b) => a.rank - b.rank || (a.order < b.order ? -1 : 1))
        .map(({ use: { attributeId, dataFlowId } }) => ({ attributeId, dataFlowId }));
    },
  );
}

const sensitiveOnly = ({ sensitive }: Narrowing) => (sensitive ? sql<SqlBool>`found.sensitive` : sql<SqlBool>`true`);
// Groups of totals are read completely; of groups counted by attribute, only the uses of these attributes.
function foundByText({ named }: Narrowing): RawBuilder<SqlBool> {
  if (!named) return sql`true`;
  return sql`(g.application_id = any(${named.applications}::uuid[]) or g.purpose_id = any(${named.purposes}::uuid[]) or g.pii_category_id = any(${named.categories}::uuid[]) or found.attribute_id = any(${named.attributes}::uuid[]))`;
}

/** The next uses of a stretch of one category, after `last`. */
export async function keysFrom(
  db: Executor,
  narrowing: Narrowing,
  stretch: Stretch,
  last: UseKey | undefined,
  limit: number,
): Promise<UseKey[]> {
  const place = placeOf('sensitive', stretch);
  const after = last
    ? sql<SqlBool>`${place} and (attribute_id, data_flow_id) > (${last.attributeId}::uuid, ${last.dataFlowId}::uuid)`
    : place;
  return walk(db, narrowing, after, orderIn('sensitive'), 0, limit);
}
