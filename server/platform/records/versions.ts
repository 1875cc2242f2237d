import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Json, Timestamp } from '../../../db/scalars.ts';
import type { List } from '../../../shared/list.ts';
import { contentHash } from '../crypto/canonical.ts';
import { pageOf } from '../list/list.ts';
import type { TableWith } from './rows.ts';

/** Tables of published versions. */
export type VersionTable = TableWith<'workspaceId' | 'version' | 'content' | 'sha256' | 'publishedAt' | 'publishedBy'>;

/** Where the versions of a record are kept, and the column that names the record there. */
interface Place {
  readonly table: VersionTable;
  readonly owner: string;
}

interface VersionColumns {
  workspaceId: string;
  id: string;
  version: number;
  content: Json;
  sha256: string;
  publishedAt: Timestamp;
  publishedBy: string | null;
}

/** Every such table by what they have in common; the column of the record is named beside. */
const versionsIn = (db: Executor) => db as unknown as Kysely<Record<string, VersionColumns>>;
const versionsOf = (db: Executor, { table, owner }: Place, workspaceId: string, recordId: string) =>
  versionsIn(db).selectFrom(table).where('workspaceId', '=', workspaceId).where(sql.ref(owner), '=', recordId);

interface NewVersion {
  workspaceId: string;
  recordId: string;
  version: number;
  content: unknown;
  by: string;
  at: Date;
  /** Further columns of the table. */
  columns?: Readonly<Record<string, unknown>>;
}

/** One page of versions, in an order. */
export interface VersionPage {
  readonly pageSize: number;
  readonly currentPage: number;
  readonly sortBy: string;
  readonly sortDirection: 'ASC' | 'DESC';
}

/** Writes a published version, with the SHA-256 of its content: a row that nobody may change. */
export async function insertVersion(
  trx: Trx,
  { table, owner }: Place,
  { workspaceId, recordId, version, content, by, at, columns }: NewVersion,
): Promise<void> {
  const named: object = { [owner]: recordId };
  await versionsIn(trx)
    .insertInto(table)
    .values({
      workspaceId,
      id: randomUUIDv7(),
      ...named,
      version,
      content: JSON.stringify(content),
      sha256: contentHash(content),
      publishedBy: by,
      publishedAt: at,
      ...columns,
    })
    .execute();
}

export interface VersionRow {
  version: number;
  content: unknown;
  publishedAt: string;
  publishedBy: { id: string; name: string } | null;
  sha256: string;
}

/** What a version is besides its content; with the name of who published it, which would be a statement of its own. */
const factsIn = (table: VersionTable) =>
  [
    'version',
    'sha256',
    'publishedAt',
    'publishedBy',
    sql<string | null>`(select p.name from personnel as p
      where p.workspace_id = ${sql.ref(`${table}.workspaceId`)} and p.id = ${sql.ref(`${table}.publishedBy`)})`.as(
      'publisherName',
    ),
  ] as const;
type Stored = Pick<VersionRow, 'version' | 'sha256' | 'publishedAt'> & {
  publishedBy: string | null;
  publisherName: string | null;
};

/** Published versions of a record. */
export async function listVersions(
  db: Executor,
  place: Place,
  workspaceId: string,
  recordId: string,
  input: VersionPage,
): Promise<List<Omit<VersionRow, 'content'>>> {
  const page = await pageOf(
    versionsOf(db, place, workspaceId, recordId) as never,
    input,
    (query) => query.select(factsIn(place.table) as never),
    { version: sql.ref('version') },
    sql.ref('id'),
  );
  return { ...page, collection: (page.collection as unknown as Stored[]).map(withPublisher) };
}

/** One published version. */
export async function findVersion(
  db: Executor,
  place: Place,
  workspaceId: string,
  recordId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const row = await versionsOf(db, place, workspaceId, recordId)
    .select([...factsIn(place.table), 'content'])
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content, ...facts } = row;
  return { ...withPublisher(facts), content };
}

const withPublisher = ({ publishedBy, publisherName, ...row }: Stored): Omit<VersionRow, 'content'> => ({
  ...row,
  publishedBy: publishedBy ? { id: publishedBy, name: publisherName ?? '' } : null,
});
