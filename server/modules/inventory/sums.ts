import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { namedAttribute, namedGroup, type Narrowing } from './narrowing.ts';
import { remembered } from './memory.ts';

/** Sums of uses with the same group. `key` is an id; for retention, purpose and days separated by a space. */
export interface Sum {
  readonly key: string;
  readonly uses: number;
  readonly sensitiveUses: number;
}

const KEY = {
  category: sql`pii_category_id`,
  application: sql`application_id`,
  purpose: sql`purpose_id`,
  retention: sql`purpose_id || ' ' || retention_days`,
} as const;

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([sql`true`, ...conditions], sql` and `);

/** The filters as conditions on the uses themselves. */
export function conditionsOfUses({ workspaceId, conditions, named, sensitive }: Narrowing): RawBuilder<SqlBool> {
  const text = named ? [sql<SqlBool>`(${namedGroup(named)} or ${namedAttribute(named)})`] : [];
  return sql<SqlBool>`workspace_id = ${workspaceId}::uuid and ${all([...conditions, ...text, ...(sensitive ? [sql<SqlBool>`sensitive`] : [])])} ${sql.raw(CUSTOM_PLAN)}`;
}

/**
 * Groups of uses that match the filters, from the stored totals. Only uses that the text finds by the attribute's own
 * name have to be counted, since totals do not distinguish attributes.
 */
export function groupsOf({ workspaceId, conditions, named }: Narrowing): RawBuilder<unknown> {
  const columns = sql`application_id, purpose_id, pii_category_id, retention_days`;
  const ws = sql`workspace_id = ${workspaceId}::uuid`;
  const selection = sql`select ${columns}, uses, sensitive_uses from inventory_totals where ${ws} and ${all(conditions)}`;
  if (!named) return selection;
  const group = namedGroup(named);
  if (named.attributes.length === 0) return sql`${selection} and ${group}`;
  return sql`${selection} and ${group} union all
    select ${columns}, count(*) as uses, count(*) filter (where sensitive) as sensitive_uses
      from data_flow_attributes where ${ws} and ${namedAttribute(named)} and ${all(conditions)} and not ${group} group by ${columns}`;
}

/** The sums for the filters, cached until something changes. With `sensitive`, other uses are left out. */
export function sumsBy(db: Executor, narrowing: Narrowing, by: keyof typeof KEY): Promise<readonly Sum[]> {
  return remembered<Sum, readonly Sum[]>(`${narrowing.key} by ${by}`, async () => {
    const precomputed = by === 'category' && narrowing.conditions.length === 0 && !narrowing.named;
    const { rows } = await sql<{ key: string; uses: string | number; sensitiveUses: string | number }>`
      select ${KEY[by]} as key, sum(uses)::bigint as uses, sum(sensitive_uses)::bigint as sensitive_uses
        from ${precomputed ? sql`inventory_category_totals where workspace_id = ${narrowing.workspaceId}::uuid` : sql`(${groupsOf(narrowing)}) g`} group by 1`.execute(
      db,
    );
    return rows
      .map(({ key, uses, sensitiveUses }) => ({
        key,
        uses: Number(narrowing.sensitive ? sensitiveUses : uses),
        sensitiveUses: Number(sensitiveUses),
      }))
      .filter(({ uses }) => uses > 0);
  });
}
