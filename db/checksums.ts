import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A migration as its file has it. */
export interface MigrationFile {
  /** Without `.sql`. */
  name: string;
  text: string;
}

const TABLE = 'create table if not exists migration_checksums (name text primary key, sha256 text not null)';

/** SHA-256 of a file, the same whatever ends its lines. */
const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** Statements that keep the checksum of a migration, to be run in its transaction. */
export const checksumStatements = ({ name, text }: MigrationFile): string[] => [
  TABLE,
  `insert into migration_checksums values ('${name}', '${checksumOf(text)}') on conflict (name) do update set sha256 = excluded.sha256`,
];

/**
 * Compares what was run on the database with the files of this release. What was run before checksums were kept is
 * judged by its tables, and gets a checksum.
 * @param executed names of the migrations that the database has
 * @returns why they differ; undefined when they do not
 */
export async function migrationDifference(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
  executed: readonly string[],
): Promise<string | undefined> {
  const done = files.filter(({ name }) => executed.includes(name));
  if (done.length === 0) return undefined;
  await client.query("select pg_advisory_lock(hashtext('pokpong migration checksums'))");
  try {
    await client.query(TABLE);
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration_checksums',
    );
    const kept = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    const changed = done.filter(({ name, text }) => kept.has(name) && kept.get(name) !== checksumOf(text));
    if (changed.length > 0)
      return `${changed.map(({ name }) => `${name}.sql`).join(', ')}: not what was run on this database. A migration is never changed once it was run: put the file back, or restore a backup into a new database.`;
    const unknown = done.filter(({ name }) => !kept.has(name));
    if (unknown.length === 0) return undefined;
    const missing = await missingTables(client, tablesOf(done));
    if (missing.length > 0)
      return `The database lacks the ${missing.length === 1 ? 'table' : 'tables'} ${missing.join(', ')}: it was made by a version between releases, whose migrations were others. Restore a backup into a new database.`;
    for (const file of unknown) for (const statement of checksumStatements(file)) await client.query(statement);
    return undefined;
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('pokpong migration checksums'))");
  }
}

/** Tables that are there once these migrations have run. */
function tablesOf(files: readonly MigrationFile[]): string[] {
  const tables = new Set<string>();
  const change =
    /^(?:create table (?:if not exists )?(\w+)|drop table (?:if exists )?(\w+)|alter table (\w+) rename to (\w+))/gm;
  for (const { text } of files)
    for (const [, created, dropped, from, to] of text.matchAll(change)) {
      if (dropped ?? from) tables.delete((dropped ?? from)!);
      if (created ?? to) tables.add((created ?? to)!);
    }
  return [...tables];
}

async function missingTables(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is null order by name',
    [tables],
  );
  return rows.map(({ name }) => name);
}
