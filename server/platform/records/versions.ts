import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { contentHash } from '../crypto/canonical.ts';
import { pageOf } from '../list/list.ts';

/** Tables of published versions; each names its document in a column of its own. */
const OWNERS = {
  purposeVersions: 'purposeId',
  applicationVersions: 'applicationId',
  consentVersions: 'consentId',
} as const;
type VersionTable = keyof typeof OWNERS;

interface NewVersion {
  workspaceId: string;
  documentId: string;
  version: number;
  content: unknown;
  by: string;
  at: Date;
}

/** Writes a published version, with the SHA-256 of its content: a row that nobody may change. */
export async function insertVersion(
  trx: Trx,
  table: VersionTable,
  { workspaceId, documentId, version, content, by, at }: NewVersion,
): Promise<void> {
  const row = {
    workspaceId,
    id: randomUUIDv7(),
    version,
    content: JSON.stringify(content),
    sha256: contentHash(content),
    publishedBy: by,
    publishedAt: at,
  };
  await trx
    .insertInto(table)
    .values({ ...row, [OWNERS[table]]: documentId } as never)
    .execute();
}

export interface VersionRow {
  version: number;
  content: unknown;
  publishedAt: string;
  publishedBy: { id: string; name: string } | null;
  sha256: string;
}

const from = (db: Executor, table: VersionTable, workspaceId: string, documentId: string) =>
  (db.selectFrom(table as 'purposeVersions') as ReturnType<typeof db.selectFrom<'purposeVersions'>>)
    .where('workspaceId', '=', workspaceId)
    .where(sql.ref(OWNERS[table]), '=', documentId);

const FACTS = ['version', 'sha256', 'publishedAt', 'publishedBy'] as const;
type Stored = { version: number; sha256: string; publishedAt: string; publishedBy: string | null };

/** Published versions of a document, newest first unless told. */
export async function listVersions(
  db: Executor,
  table: VersionTable,
  workspaceId: string,
  documentId: string,
  input: { pageSize: number; currentPage: number; sortBy: string; sortDirection: 'ASC' | 'DESC' },
): Promise<List<Omit<VersionRow, 'content'>>> {
  const page = await pageOf(
    from(db, table, workspaceId, documentId),
    input,
    (query) => query.select(FACTS),
    { version: sql.ref('version') },
    sql.ref('id'),
  );
  const names = await namesOf(
    db,
    workspaceId,
    page.collection.map(({ publishedBy }) => publishedBy),
  );
  return { ...page, collection: page.collection.map((row) => shown(row, names)) };
}

/** One published version. */
export async function findVersion(
  db: Executor,
  table: VersionTable,
  workspaceId: string,
  documentId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const row = await from(db, table, workspaceId, documentId)
    .select(FACTS)
    .select('content')
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { ...shown(row, await namesOf(db, workspaceId, [row.publishedBy])), content: row.content };
}

function shown(
  { version, sha256, publishedAt, publishedBy }: Stored,
  names: ReadonlyMap<string, string>,
): Omit<VersionRow, 'content'> {
  return {
    version,
    sha256,
    publishedAt,
    publishedBy: publishedBy ? { id: publishedBy, name: names.get(publishedBy) ?? '' } : null,
  };
}

async function namesOf(
  db: Executor,
  workspaceId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('personnel')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
