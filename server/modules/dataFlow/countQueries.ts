import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { FLOW_EDGE_LIMIT, type FlowFilters, type FlowKind } from '../../../shared/dataFlow/schema.ts';
import { disclosedParties, partyName } from '../transfer/destinations.ts';

/** A node before its name is looked up. */
export interface CountedNode {
  kind: FlowKind;
  ref: string;
  uses: number;
  sensitiveUses: number;
}
export interface Counted {
  nodes: CountedNode[];
  /** The largest edges, more than can be drawn. */
  edges: CountedEdge[];
  totalEdges: number;
}
interface CountedEdge {
  fromKind: FlowKind;
  from: string;
  toKind: FlowKind;
  to: string;
  uses: number;
  sensitiveUses: number;
}

/** The mapping entries that match the filters with their contents, as the table `lines` of a `with`. */
function lines(
  workspaceId: string,
  { applicationId, purposeId, piiCategoryId, country, sensitive }: FlowFilters,
): RawBuilder<unknown> {
  const conditions = [sql`f.workspace_id = ${workspaceId}::uuid ${sql.raw(CUSTOM_PLAN)}`];
  if (applicationId) conditions.push(sql`f.application_id = ${applicationId}::uuid`);
  if (purposeId) conditions.push(sql`f.purpose_id = ${purposeId}::uuid`);
  if (country) {
    conditions.push(sql`f.id in (
      select ft.data_flow_id from data_flow_third_parties ft join ${disclosedParties(workspaceId)} t on t.id = ft.third_party_id
       where ft.workspace_id = ${workspaceId}::uuid and t.country = ${country}
      union all
      select own.id from data_flows own join catalogue_items i on i.workspace_id = own.workspace_id and i.id = own.storage_system_id
       where own.workspace_id = ${workspaceId}::uuid and i.country = ${country})`);
  }
  // Of one category: its uses are counted from the attributes, since an entry stores only their sum.
  const carried = piiCategoryId
    ? sql`join (select data_flow_id, count(*) as uses, count(*) filter (where sensitive) as sensitive_uses from data_flow_attributes
                 where workspace_id = ${workspaceId}::uuid and pii_category_id = ${piiCategoryId}::uuid
                   ${applicationId ? sql`and application_id = ${applicationId}::uuid` : sql``} ${purposeId ? sql`and purpose_id = ${purposeId}::uuid` : sql``}
                 group by data_flow_id) carried on carried.data_flow_id = f.id`
    : sql``;
  const from = piiCategoryId ? sql`carried` : sql`f`;
  if (sensitive) conditions.push(sql`${from}.sensitive_uses > 0`);
  return sql`select f.id, f.application_id as a, f.purpose_id as p, f.data_subject_group_id as g, f.channel_id as c, f.storage_system_id as s,
    ${sensitive ? sql`${from}.sensitive_uses` : sql`${from}.uses`} as uses, ${from}.sensitive_uses
    from data_flows f ${carried} where ${sql.join(conditions, sql` and `)}`;
}

/** Of very many edges only the largest are read: enough to draw from, since some are skipped. */
const CANDIDATES = 3 * FLOW_EDGE_LIMIT;

/** Gives the next queries of the transaction enough memory to sum up a million uses without temporary files. */
export const roomToCount = (trx: Trx): Promise<unknown> =>
  sql`select set_config('work_mem', '64MB', true)`.execute(trx);

interface LineRow {
  total: number;
  level: number;
  g: string | null;
  c: string | null;
  a: string | null;
  p: string | null;
  s: string | null;
  uses: number;
  sensitiveUses: number;
}

// Bits of grouping(g, c, a, p, s): a set bit is a column that is not grouped by.
const EDGE_LEVELS: Record<number, readonly [keyof LineRow & string, FlowKind, keyof LineRow & string, FlowKind]> = {
  0b00111: ['g', 'subject', 'c', 'channel'],
  0b10011: ['c', 'channel', 'a', 'application'],
  0b11001: ['a', 'application', 'p', 'purpose'],
  0b11100: ['p', 'purpose', 's', 'storage'],
};
/** The level of edges from purposes to storage; without storage an edge has no end. */
const TO_STORAGE = 0b11100;
const NODE_LEVELS: Record<number, readonly [keyof LineRow & string, FlowKind]> = {
  0b01111: ['g', 'subject'],
  0b10111: ['c', 'channel'],
  0b11011: ['a', 'application'],
  0b11101: ['p', 'purpose'],
  0b11110: ['s', 'storage'],
};

/** Nodes and edges from subjects to storage: the entries are read once and grouped at every level that is drawn. */
export async function countLines(trx: Trx, workspaceId: string, filters: FlowFilters): Promise<Counted> {
  const edgeLevels = sql.join(Object.keys(EDGE_LEVELS).map(Number));
  const { rows } = await sql<LineRow>`
    with lines as (${lines(workspaceId, filters)}),
    counted as materialized (
      select grouping(g, c, a, p, s) as level, g, c, a, p, s, sum(uses)::float8 as uses, sum(sensitive_uses)::float8 as sensitive_uses
        from lines group by grouping sets ((g, c), (c, a), (a, p), (p, s), (g), (c), (a), (p), (s))),
    edges as (select * from counted where level in (${edgeLevels}) and (level <> ${TO_STORAGE} or s is not null))
    select *, 0 as total from counted where level not in (${edgeLevels})
    union all
    (select *, (select count(*) from edges)::int from edges order by uses desc, g, c, a, p, s limit ${CANDIDATES})`.execute(
    trx,
  );
  const nodes: CountedNode[] = [];
  const edges: CountedEdge[] = [];
  for (const row of rows) {
    const { uses, sensitiveUses } = row;
    const node = NODE_LEVELS[row.level];
    const edge = EDGE_LEVELS[row.level];
    if (node) {
      const ref = row[node[0]] as string | null;
      if (ref) nodes.push({ kind: node[1], ref, uses, sensitiveUses });
    } else if (edge)
      edges.push({
        fromKind: edge[1],
        from: row[edge[0]] as string,
        toKind: edge[3],
        to: row[edge[2]] as string,
        uses,
        sensitiveUses,
      });
  }
  return { nodes, edges, totalEdges: rows.find(({ level }) => level in EDGE_LEVELS)?.total ?? 0 };
}

interface RecipientRow {
  total: number;
  level: number;
  stored: boolean;
  source: string | null;
  recipient: string;
  uses: number;
  sensitiveUses: number;
}
/** The reference of a third party in nodes: `TH:md5 of the name`. */
export const partyRef = sql`t.country || ':' || md5(${partyName})`;

/**
 * Recipients of purposes that disclose or share, and the edges that lead to them from the storage, or from the purpose
 * where nothing is stored.
 */
export async function countRecipients(trx: Trx, workspaceId: string, filters: FlowFilters): Promise<Counted> {
  const { country } = filters;
  const added = sql`
    , counted as materialized (
      select grouping(source) as level, stored, source, recipient, sum(uses)::float8 as uses, sum(sensitive_uses)::float8 as sensitive_uses
        from sent group by grouping sets ((stored, source, recipient), (recipient)))
    select *, 0 as total from counted where level = 1
    union all
    (select *, (select count(*) from counted where level = 0)::int from counted where level = 0 order by uses desc, source, recipient limit ${CANDIDATES})`;
  // One entry can name two entries of one third party; it counts once.
  const thirdParties = sql<RecipientRow>`
    with lines as materialized (${lines(workspaceId, filters)}),
    parties as materialized (select t.id, ${partyRef} as ref from ${disclosedParties(workspaceId)} t
                 ${country ? sql`where t.country = ${country}` : sql``}),
    sent as (select distinct l.id, coalesce(l.s, l.p) as source, l.s is not null as stored, t.ref as recipient, l.uses, l.sensitive_uses
               from lines l join data_flow_third_parties ft on ft.workspace_id = ${workspaceId}::uuid and ft.data_flow_id = l.id join parties t on t.id = ft.third_party_id)
    ${added}`;
  const internal = sql<RecipientRow>`
    with lines as materialized (${lines(workspaceId, filters)}),
    sent as (select coalesce(l.s, l.p) as source, l.s is not null as stored, fa.application_id::text as recipient, l.uses, l.sensitive_uses
               from lines l join purposes p on p.workspace_id = ${workspaceId}::uuid and p.id = l.p and p.internal_sharing
               join data_flow_applications fa on fa.workspace_id = ${workspaceId}::uuid and fa.data_flow_id = l.id)
    ${added}`;
  const nodes: CountedNode[] = [];
  const edges: CountedEdge[] = [];
  let totalEdges = 0;
  const take = (rows: RecipientRow[], kind: FlowKind) => {
    totalEdges += rows.find(({ level }) => level === 0)?.total ?? 0;
    for (const { level, stored, source, recipient, uses, sensitiveUses } of rows) {
      if (level === 1) nodes.push({ kind, ref: recipient, uses, sensitiveUses });
      else if (source)
        edges.push({
          fromKind: stored ? 'storage' : 'purpose',
          from: source,
          toKind: kind,
          to: recipient,
          uses,
          sensitiveUses,
        });
    }
  };
  const [outside, inside] = await Promise.all([
    thirdParties.execute(trx),
    // Internal recipients have no country: a filter by country excludes them.
    country ? { rows: [] } : internal.execute(trx),
  ]);
  take(outside.rows, 'thirdParty');
  take(inside.rows, 'internal');
  return { nodes, edges, totalEdges };
}
