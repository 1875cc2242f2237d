import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { CatalogueItem, CatalogueKind } from '../../../shared/catalogue/schema.ts';
import type { TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';

const COLUMNS = ['id', 'kind', 'nameTh', 'nameEn', 'builtIn', 'country', 'safeguard', 'rowVersion'] as const;
const itemOf = ({
  id,
  kind,
  nameTh,
  nameEn,
  builtIn,
  country,
  safeguard,
  rowVersion,
}: {
  id: string;
  kind: string;
  nameTh: string;
  nameEn: string;
  builtIn: boolean;
  country: string | null;
  safeguard: string | null;
  rowVersion: number;
}): CatalogueItem => ({
  id,
  kind: kind as CatalogueKind,
  name: { th: nameTh, en: nameEn },
  builtIn,
  ...(kind === 'storageSystem' && { country, safeguard: safeguard as TransferSafeguard | null, rowVersion }),
});

export async function list(
  db: Executor,
  workspaceId: string,
  kind: CatalogueKind,
  input: Page & { ids?: readonly string[] },
): Promise<List<CatalogueItem>> {
  let filtered = db.selectFrom('catalogueItems').where('workspaceId', '=', workspaceId).where('kind', '=', kind);
  if (input.query)
    filtered = filtered.where(sql<string>`(name_th || ' ' || name_en)`, 'ilike', containing(input.query));
  if (input.ids) filtered = filtered.where('id', '=', sql<string>`any(${input.ids}::uuid[])`);
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

/** A storage system, optionally locked until the transaction ends. */
export async function storageSystem(
  trx: Trx,
  workspaceId: string,
  id: string,
  locked?: 'locked',
): Promise<CatalogueItem | undefined> {
  const found = trx
    .selectFrom('catalogueItems')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'storageSystem')
    .where('id', '=', id);
  const row = await (locked ? found.forNoKeyUpdate() : found).executeTakeFirst();
  return row && itemOf(row);
}

/** Records the location of a storage system, as its next version. */
export async function place(
  trx: Trx,
  workspaceId: string,
  id: string,
  { country, safeguard }: { country: string | null; safeguard: TransferSafeguard | null },
): Promise<void> {
  await trx
    .updateTable('catalogueItems')
    .set(({ eb }) => ({ country, safeguard, rowVersion: eb('rowVersion', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
