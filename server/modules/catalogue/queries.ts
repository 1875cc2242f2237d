import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { CatalogueItem, CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';

const COLUMNS = ['id', 'kind', 'nameTh', 'nameEn', 'builtIn'] as const;
const itemOf = ({
  id,
  kind,
  nameTh,
  nameEn,
  builtIn,
}: {
  id: string;
  kind: string;
  nameTh: string;
  nameEn: string;
  builtIn: boolean;
}): CatalogueItem => ({
  id,
  kind: kind as CatalogueKind,
  name: { th: nameTh, en: nameEn },
  builtIn,
});

export async function list(
  db: Executor,
  workspaceId: string,
  kind: CatalogueKind,
  input: Page,
): Promise<List<CatalogueItem>> {
  let filtered = db.selectFrom('catalogueItems').where('workspaceId', '=', workspaceId).where('kind', '=', kind);
  if (input.query)
    filtered = filtered.where(sql<string>`(name_th || ' ' || name_en)`, 'ilike', containing(input.query));
  const page = await pageOf(
    filtered,
    input,
    (query) => query.select(COLUMNS),
    { name: thai('nameTh'), createdAt: sql.ref('createdAt') },
    sql.ref('id'),
  );
  return { ...page, collection: page.collection.map(itemOf) };
}

export async function findByName(
  db: Executor,
  workspaceId: string,
  kind: CatalogueKind,
  nameTh: string,
): Promise<CatalogueItem | undefined> {
  const row = await db
    .selectFrom('catalogueItems')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where(sql<string>`lower(name_th)`, '=', sql<string>`lower(${nameTh})`)
    .executeTakeFirst();
  return row && itemOf(row);
}

export async function countCustom(db: Executor, workspaceId: string, kind: CatalogueKind): Promise<number> {
  const { count } = await db
    .selectFrom('catalogueItems')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('builtIn', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insert(
  db: Executor,
  item: { workspaceId: string; id: string; kind: CatalogueKind; nameTh: string; nameEn: string; createdAt: Date },
): Promise<void> {
  await db.insertInto('catalogueItems').values(item).execute();
}

/** The kind of each id that exists. */
export async function kindsOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, CatalogueKind>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalogueItems')
    .select(['id', 'kind'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, kind as CatalogueKind]));
}
