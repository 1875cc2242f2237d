import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { currentMigration, migrate, migrateTo } from '../migrator.ts';
import { restoreFiles } from './files.ts';
import { BackupError, readManifest, tableFile } from './manifest.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { COPY_SETTINGS, copyOut, listTables, names, quote, requireAllRows } from './tables.ts';

export interface RestoreOptions {
  /** Connection of a superuser or a role with BYPASSRLS to a database without an organisation in it. */
  url: string;
  /** Where uploaded files go; left out when they are kept elsewhere (S3). */
  filesDir?: string;
  /** Folder that `backup` wrote. */
  source: string;
}

/**
 * Puts a backup into an empty database: brings it to the schema of the backup,
 * fills every table, compares counts and hashes with the manifest, and migrates
 * on to the newest schema. All rows come in one transaction, or none.
 * @throws BackupError when the database is in use, or a table comes out different
 */
export async function restore({ url, filesDir, source }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(source);
  if ((await currentMigration(url)) !== manifest.migration) await migrateTo(url, manifest.migration);

  const client = new pg.Client({ connectionString: url, application_name: 'pokpong restore' });
  await client.connect();
  try {
    await requireAllRows(client);
    await client.query(`begin; ${COPY_SETTINGS}`);
    await requireUnused(client);
    await switchOffChecks(client);
    for (const month of manifest.months ?? [])
      await client.query("select ensure_user_consent_months(m, m) from to_timestamp($1 || ' UTC', 'YYYYMM TZ') as m", [
        month,
      ]);
    for (const year of manifest.years ?? []) await client.query('select prepare_activity_years($1, $1)', [year]);
    await client.query(`truncate ${names(manifest.tables.map(({ name }) => name))} cascade`);
    for (const entry of manifest.tables) await copyIn(client, entry, tableFile(source, entry.name));
    await requireSame(client, manifest);
    await advanceSequences(client);
    if (filesDir !== undefined) await restoreFiles(manifest.files, join(source, 'files'), filesDir);
    await client.query('commit');
  } finally {
    await client.end();
  }
  await migrate(url);
  return manifest;
}

async function requireUnused(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select from organizations union all select from users limit 1');
  if (rows.length > 0)
    throw new BackupError(
      'The database is in use: it has an organisation or a user. Restore into an empty one (a new DATA_DIR or DATABASE_URL).',
    );
}

/**
 * Without triggers and reference checks loading is quicker and needs no order; who may not do that relies on the order
 * of the manifest.
 */
async function switchOffChecks(client: pg.ClientBase): Promise<void> {
  await client.query('savepoint checks');
  try {
    await client.query('set local session_replication_role = replica');
  } catch {
    await client.query('rollback to savepoint checks');
  }
}

async function copyIn(client: pg.ClientBase, { name, columns }: TableEntry, file: string): Promise<void> {
  const sink = client.query(copyFrom(`copy ${quote(name)} (${names(columns)}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), sink);
}

async function requireSame(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const table = tables.get(name);
    if (table === undefined)
      throw new BackupError(`The table ${name} of the backup is not in the schema ${manifest.migration}.`);
    const now = await copyOut(client, { ...table, columns });
    if (now.rows !== rows || now.sha256 !== sha256) {
      throw new BackupError(
        `The table ${name} came out different: ${now.rows} rows instead of ${rows}, or other values. The backup is damaged; nothing was restored.`,
      );
    }
  }
}

/** Numbers that Postgres hands out must go on above the restored ones. */
async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select attrelid::regclass::text as table, quote_ident(attname) as column,
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`);
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, coalesce((select max(${column}) from ${table}), 0) + 1, false)`, [sequence]);
  }
}
