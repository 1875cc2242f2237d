import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { executedMigrations } from '../migrator.ts';
import { publishFolder } from './durable.ts';
import { copyFolder } from './files.ts';
import { backupCipher } from './encryption.ts';
import { BackupError, tablePath, writeManifest } from './manifest.ts';
import type { Manifest, ManifestKeys, TableEntry } from './manifest.ts';
import { COPY_SETTINGS, copyOut, listPeriods, listTables, requireAllRows } from './tables.ts';

export interface BackupOptions {
  /** Connection of a superuser, or of a role with BYPASSRLS that is a member of the owner of the tables. */
  url: string;
  /** Folder of uploaded files; left out when they are kept elsewhere (S3). */
  filesDir?: string;
  /** Folder to write, which must not exist yet. */
  target: string;
  /** Of the installation, to encrypt everything and sign the manifest. */
  keys: ManifestKeys;
}

/**
 * Writes all tables, as they are at one moment, and the uploaded files to a
 * folder, encrypted under the master key. The product may go on running. The folder appears under its name only
 * when it is whole, and on disk.
 * @throws BackupError
 */
export async function backup({ url, filesDir, target, keys }: BackupOptions): Promise<Manifest> {
  if (
    await stat(target).then(
      () => true,
      () => false,
    )
  )
    throw new BackupError(`${target} is there already.`);
  await requireRights(url);
  const migrations = await executedMigrations(url);
  const migration = migrations.at(-1);
  if (migration === undefined) throw new BackupError('The database is empty: it has never been migrated.');
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 });

  const client = new pg.Client({ connectionString: url, application_name: 'pokpong backup' });
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; ${COPY_SETTINGS}`);
    const createdAt = new Date().toISOString();
    const salt = randomBytes(32).toString('base64url');
    const cipher = backupCipher(keys, salt);
    const tables: TableEntry[] = [];
    for (const table of await listTables(client)) {
      const path = tablePath(table.name);
      const copied = await copyOut(client, table, { file: join(partial, path), seal: cipher.seal(path) });
      tables.push({ name: table.name, columns: table.columns, ...copied });
    }
    const months = await listPeriods(client, 'user_consents');
    const years = await listPeriods(client, 'activity_logs');
    const named = await namedFiles(client);
    await client.query('commit');
    // After the tables: a file that their rows name was there before the rows were.
    const files = filesDir === undefined ? [] : await copyFolder(filesDir, join(partial, 'files'), cipher);
    const copied = new Set(files.map(({ path }) => path));
    const absent = filesDir === undefined ? 0 : named.filter((path) => !copied.has(path)).length;
    if (absent > 0 && absent === named.length)
      throw new BackupError(
        `DATA_DIR: the database names ${absent} files, and ${filesDir} has none of them. Is it the folder that the product runs with?`,
      );
    const leftOut = [
      'the master key (MASTER_KEY or master.key): keep it elsewhere, nothing of the backup can be read without it',
      'the outbox of live events, which means nothing in another cluster',
      ...(filesDir === undefined ? ['uploaded files: they are in S3'] : []),
      ...(absent > 0 ? [`${absent} files that the database names and ${filesDir} does not have`] : []),
    ];
    const manifest: Manifest = {
      format: 2,
      salt,
      createdAt,
      migration,
      migrations,
      tables,
      months,
      years,
      files,
      leftOut,
    };
    await writeManifest(partial, manifest, keys);
    await publishFolder(partial, target);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Before anything is written or asked of tables that this user may not read. @throws BackupError */
async function requireRights(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong backup' });
  await client.connect();
  try {
    await requireAllRows(client);
  } finally {
    await client.end();
  }
}

/** Paths of the files that rows name, below the files folder. */
async function namedFiles(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ path: string }>('select storage_key as path from files');
  return rows.map(({ path }) => path);
}
