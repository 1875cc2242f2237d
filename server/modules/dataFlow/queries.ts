import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { FlowKind, Position } from '../../../shared/dataFlow/schema.ts';
import { HOME_COUNTRY } from '../../../shared/country.ts';
import { disclosedParties } from '../transfer/destinations.ts';
import { type CountedNode, partyRef } from './countQueries.ts';

/** Names of nodes by `kind:ref`; with the country of third parties and storage systems. */
export async function namesOf(
  db: Executor,
  workspaceId: string,
  nodes: readonly CountedNode[],
): Promise<Map<string, { id: string; name: { th: string; en: string }; country: string | null }>> {
  const refs = (...kinds: FlowKind[]) => nodes.filter(({ kind }) => kinds.includes(kind)).map(({ ref }) => ref);
  const names = new Map<string, { id: string; name: { th: string; en: string }; country: string | null }>();
  const words = refs('subject', 'channel', 'storage');
  const applications = refs('application', 'internal');
  const purposes = refs('purpose');
  const parties = refs('thirdParty');
  const [wordRows, applicationRows, purposeRows, partyRows] = await Promise.all([
    words.length === 0
      ? []
      : db
          .selectFrom('catalogueItems')
          .select(['id', 'nameTh', 'nameEn', 'country'])
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', anyOf(words))
          .execute(),
    applications.length === 0
      ? []
      : db
          .selectFrom('applications')
          .select(['id', 'name'])
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', anyOf(applications))
          .execute(),
    purposes.length === 0
      ? []
      : db
          .selectFrom('purposes')
          .select(['id', 'titleTh', 'titleEn'])
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', anyOf(purposes))
          .execute(),
    parties.length === 0 ? [] : partiesOf(db, workspaceId, parties),
  ]);
  for (const { id, nameTh, nameEn, country } of wordRows)
    for (const kind of ['subject', 'channel', 'storage'])
      names.set(`${kind}:${id}`, { id, name: { th: nameTh, en: nameEn || nameTh }, country });
  for (const { id, name } of applicationRows)
    for (const kind of ['application', 'internal'])
      names.set(`${kind}:${id}`, { id, name: { th: name, en: name }, country: null });
  for (const { id, titleTh, titleEn } of purposeRows)
    names.set(`purpose:${id}`, { id, name: { th: titleTh, en: titleEn || titleTh }, country: null });
  for (const { ref, id, name, country } of partyRows)
    names.set(`thirdParty:${ref}`, { id, name: { th: name, en: name }, country });
  return names;
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** A third party in the diagram: `ref` is `TH:md5 of the name`. */
interface Party {
  ref: string;
  id: string;
  name: string;
  country: string;
}

/** Third parties by `ref`, each once, with the name of its oldest entry. */
async function partiesOf(db: Executor, workspaceId: string, refs: readonly string[]): Promise<Party[]> {
  const { rows } = await sql<Party>`
    select distinct on (ref) ref, id, name, country from (select t.id, btrim(t.name) as name, t.country, ${partyRef} as ref
        from (select p.id, p.name, place.country from purpose_third_parties p cross join lateral unnest(p.countries) as place (country) where p.workspace_id = ${workspaceId}::uuid) t) entries
     where ref = any(${refs}::text[]) order by ref, id`.execute(db);
  return rows;
}

/** Stored positions of these nodes. */
export async function positionsOf(db: Executor, workspaceId: string, nodes: readonly string[]): Promise<Position[]> {
  return db
    .selectFrom('dataFlowPositions')
    .select(['node', 'x', 'y'])
    .where('workspaceId', '=', workspaceId)
    .where('node', '=', sql<string>`any(${nodes}::text[])`)
    .orderBy('node')
    .execute();
}

export const countPositions = async (db: Executor, workspaceId: string): Promise<number> =>
  (
    await db
      .selectFrom('dataFlowPositions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Stores positions; of nodes that two people move at the same time, the later one's. In the order of the keys, so that
 * they cannot deadlock.
 */
export async function place(trx: Trx, workspaceId: string, moves: readonly Position[]): Promise<void> {
  const rows = moves.map((move) => ({ workspaceId, ...move })).toSorted((a, b) => (a.node < b.node ? -1 : 1));
  await trx
    .insertInto('dataFlowPositions')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'node'])
        .doUpdateSet((row) => ({ x: row.ref('excluded.x'), y: row.ref('excluded.y') })),
    )
    .execute();
}

/** Deletes positions: of these nodes, or all. @returns how many were deleted */
export async function forget(trx: Trx, workspaceId: string, nodes?: readonly string[]): Promise<number> {
  const query = trx.deleteFrom('dataFlowPositions').where('workspaceId', '=', workspaceId);
  const { numDeletedRows } = await (
    nodes ? query.where('node', '=', sql<string>`any(${nodes}::text[])`) : query
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Values that occur in data mappings, by Thai name. */
export async function choices(trx: Trx, workspaceId: string) {
  const applications = await trx
    .selectFrom('applications as a')
    .select(['a.id', 'a.name'])
    .where('a.workspaceId', '=', workspaceId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('dataFlows as f')
          .select('f.id')
          .whereRef('f.workspaceId', '=', 'a.workspaceId')
          .whereRef('f.applicationId', '=', 'a.id'),
      ),
    )
    .orderBy(sql`left(a.name, 200) collate thai`)
    .limit(2000)
    .execute();
  const purposes = await trx
    .selectFrom('purposes as p')
    .select(['p.id', 'p.titleTh', 'p.titleEn'])
    .where('p.workspaceId', '=', workspaceId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('dataFlows as f')
          .select('f.id')
          .whereRef('f.workspaceId', '=', 'p.workspaceId')
          .whereRef('f.purposeId', '=', 'p.id'),
      ),
    )
    .orderBy(sql`left(p.title_th, 200) collate thai`)
    .limit(2000)
    .execute();
  const piiCategories = await trx
    .selectFrom('piiCategories as c')
    .select(['c.id', 'c.nameTh', 'c.nameEn', 'c.sensitive'])
    .where('c.workspaceId', '=', workspaceId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('inventoryTotals as t')
          .select('t.uses')
          .whereRef('t.workspaceId', '=', 'c.workspaceId')
          .whereRef('t.piiCategoryId', '=', 'c.id')
          .where('t.uses', '>', 0 as never),
      ),
    )
    .orderBy('c.sensitive', 'desc')
    .orderBy(sql`c.name_th collate thai`)
    .execute();
  const { rows: countries } = await sql<{ country: string }>`
    select distinct t.country from ${disclosedParties(workspaceId)} t
     where exists (select from data_flow_third_parties ft where ft.workspace_id = ${workspaceId}::uuid and ft.third_party_id = t.id)
    union
    select i.country from catalogue_items i where i.workspace_id = ${workspaceId}::uuid and i.country is not null
       and exists (select from data_flows f where f.workspace_id = i.workspace_id and f.storage_system_id = i.id)
    order by 1`.execute(trx);
  return {
    applications,
    purposes: purposes.map(({ id, titleTh, titleEn }) => ({ id, name: { th: titleTh, en: titleEn || titleTh } })),
    piiCategories: piiCategories.map(({ id, nameTh, nameEn, sensitive }) => ({
      id,
      name: { th: nameTh, en: nameEn || nameTh },
      sensitive,
    })),
    countries: countries
      .map(({ country }) => country)
      .toSorted((a, b) => Number(b === HOME_COUNTRY) - Number(a === HOME_COUNTRY) || (a < b ? -1 : 1)),
  };
}
