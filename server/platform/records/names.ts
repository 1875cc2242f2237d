import { type Kysely, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { TableWith } from './rows.ts';

/** Tables of records with one name in clear: those of files are sealed (platform/files/name.ts). */
type NamedTable = Exclude<TableWith<'workspaceId' | 'id' | 'name'>, 'files'>;
/** The same, and tables of records with a name in each language, with the first part of its columns. */
export type Named =
  | NamedTable
  | readonly [TableWith<'workspaceId' | 'id' | 'nameTh' | 'nameEn'>, 'name']
  | readonly [TableWith<'workspaceId' | 'id' | 'titleTh' | 'titleEn'>, 'title'];

/** Every such table by what they have in common. */
const records = (db: Executor) => db as unknown as Kysely<Record<string, { workspaceId: string; id: string }>>;

/** The names of records of a table by their ids; those that do not exist are left out. */
export async function namesOf(
  db: Executor,
  workspaceId: string,
  table: NamedTable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await records(db)
    .selectFrom(table)
    .select(['id', sql.ref<string>('name').as('name')])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name of one record; undefined where it does not exist. */
export const nameOf = async (
  db: Executor,
  workspaceId: string,
  table: NamedTable,
  id: string,
): Promise<string | undefined> => (await namesOf(db, workspaceId, table, [id])).get(id);

/** The same in both languages. */
export function bilingualNameOf(
  db: Executor,
  workspaceId: string,
  named: Named,
  id: string,
): Promise<Bilingual | undefined> {
  const [table, th, en] =
    typeof named === 'string' ? [named, 'name', 'name'] : [named[0], `${named[1]}Th`, `${named[1]}En`];
  return records(db)
    .selectFrom(table)
    .select([sql.ref<string>(th).as('th'), sql.ref<string>(en).as('en')])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A record that a row names by id and name; null where it names none. */
export const namedOf = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null ? null : { id, name: name ?? '' };

/** Ids without those that are not there, each once. */
export const idsOf = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id): id is string => Boolean(id))),
];
