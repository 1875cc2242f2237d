import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrateTo } from '../migrator.ts';
import { prepareRoles } from '../roles.ts';
import { restoreFiles, type RestoredFiles } from './files.ts';
import { type BackupCipher, backupCipher, NOT_ENCRYPTED } from './encryption.ts';
import { BackupError, readManifest, tablePath } from './manifest.ts';
import type { Manifest, ManifestKeys, TableEntry } from './manifest.ts';
import { NOT_RESTORED, renameInstallation } from './copy.ts';
import { type OutgoingRows, type Stopped, stopOutgoing, summed } from './outgoing.ts';
import { actingAs, switchTriggers } from './rights.ts';
import { markFinished, markUnfinished } from './unfinished.ts';
import { COPY_SETTINGS, copyOut, listTables, names, quote, requireAllRows } from './tables.ts';

export interface RestoreOptions {
  /**
   * Connection of a superuser, or of a role with BYPASSRLS that is a member of the owner, to a database without an
   * organisation in it.
   */
  url: string;
  /** Where uploaded files go; left out when they are kept elsewhere (S3). */
  filesDir?: string;
  /** Folder that `backup` wrote. */
  source: string;
  /** Of the installation that made the backup; null: whoever restores vouches for one without a signature. */
  keys: ManifestKeys | null;
  /** What would call other systems by itself: it is stopped, since a copy must not act for the original. */
  outgoing: readonly OutgoingRows[];
  /**
   * Whether the copy goes on with the files of the original where these are in S3; otherwise it refuses that bucket.
   */
  takesOverFiles?: boolean;
}

interface Restored extends Manifest {
  readonly stopped: readonly Stopped[];
}

/**
 * Puts a backup into an empty database: brings it to the schema of the backup,
 * fills every table but those that open a way in, compares counts and hashes with the manifest, and migrates
 * on to the newest schema. All rows come in one transaction, or none. What would call other systems by itself is
 * stopped (`outgoing`): a copy must not act for the installation it was made of. Interrupted before all of it is, no
 * node starts over the database until `prepareCopy` has stopped it.
 * @throws BackupError when the backup is not signed by this installation, the database is in use, or a table comes out
 * different
 */
export async function restore({
  url,
  filesDir,
  source,
  keys,
  outgoing,
  takesOverFiles = false,
}: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(source, keys);
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong restore' });
  await client.connect();
  try {
    const standing = await requireAllRows(client);
    const statements = await prepareRoles(client, standing.owner);
    if (statements !== undefined)
      throw new BackupError(`The roles of the product are missing. Let an administrator run: ${statements}`);
    // Tables belong to whom the product connects as, not to whoever restores.
    const ownerUrl = standing.owner === standing.user ? url : actingAs(url, standing.owner);
    // What the database of the backup lacked changes its rows, so it is run after they are there.
    await migrateTo(ownerUrl, manifest.migrations ?? manifest.migration);
    const cipher = keys !== null && manifest.salt ? backupCipher(keys, manifest.salt) : NOT_ENCRYPTED;
    const { stopped, later } = await fill(client, manifest, {
      source,
      filesDir,
      takesOverFiles,
      outgoing,
      superuser: standing.superuser,
      cipher,
    });
    await migrate(ownerUrl);
    return { ...manifest, stopped: summed([...stopped, ...(await stopLater(client, later, standing.superuser))]) };
  } finally {
    await client.end();
  }
}

/** Puts rows and files in their places, or neither. */
async function fill(
  client: pg.ClientBase,
  manifest: Manifest,
  {
    source,
    filesDir,
    takesOverFiles,
    outgoing,
    superuser,
    cipher,
  }: {
    source: string;
    filesDir: string | undefined;
    takesOverFiles: boolean;
    outgoing: readonly OutgoingRows[];
    superuser: boolean;
    cipher: BackupCipher;
  },
): ReturnType<typeof stopOutgoing> {
  await client.query(`begin; ${COPY_SETTINGS}`);
  await requireUnused(client);
  let files: RestoredFiles | undefined;
  try {
    const tables = manifest.tables.map(({ name }) => name);
    await switchTriggers(client, tables, superuser, 'off');
    for (const month of manifest.months ?? [])
      await client.query("select ensure_user_consent_months(m, m) from to_timestamp($1, 'YYYYMM') as m", [month]);
    for (const year of manifest.years ?? []) await client.query('select prepare_activity_years($1, $1)', [year]);
    await client.query(`truncate ${names(tables)} cascade`);
    const restored = manifest.tables.filter(({ name }) => !NOT_RESTORED.includes(name));
    for (const entry of restored) await copyIn(client, entry, source, cipher);
    await requireSame(client, manifest.migration, restored);
    await advanceSequences(client);
    const stopped = await stopOutgoing(client, outgoing);
    if (stopped.later.length > 0) await markUnfinished(client);
    if (filesDir === undefined && !takesOverFiles && tables.includes('installation')) await renameInstallation(client);
    await switchTriggers(client, tables, superuser, 'on');
    if (filesDir !== undefined) files = await restoreFiles(manifest.files, join(source, 'files'), filesDir, cipher);
    await files?.publish();
    await client.query('commit');
    return stopped;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    await files?.discard();
    throw error;
  }
}

/** Stops what the schema of the backup could not yet say. */
async function stopLater(
  client: pg.ClientBase,
  outgoing: readonly OutgoingRows[],
  superuser: boolean,
): Promise<Stopped[]> {
  const tables = outgoing.map(({ table }) => table);
  await client.query(`begin; ${COPY_SETTINGS}`);
  await switchTriggers(client, tables, superuser, 'off');
  const { stopped } = await stopOutgoing(client, outgoing);
  await switchTriggers(client, tables, superuser, 'on');
  await markFinished(client);
  await client.query('commit');
  return stopped;
}

async function requireUnused(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select from organizations union all select from users limit 1');
  if (rows.length > 0)
    throw new BackupError(
      'The database is in use: it has an organisation or a user. Restore into an empty one (a new DATA_DIR or DATABASE_URL).',
    );
}

/** SQLSTATEs of rows that are not what the table takes: class 22, and rows that refer to none. */
const UNFIT = /^(22...|23...)$/;

async function copyIn(
  client: pg.ClientBase,
  { name, columns }: TableEntry,
  source: string,
  cipher: BackupCipher,
): Promise<void> {
  const path = tablePath(name);
  const sink = client.query(copyFrom(`copy ${quote(name)} (${names(columns)}) from stdin`));
  try {
    await pipeline(createReadStream(join(source, path)), cipher.open(path, `table ${name}`), createGunzip(), sink);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`The table ${name} of the backup is missing.`);
    if (code.startsWith('Z_') || UNFIT.test(code))
      throw new BackupError(`The table ${name} of the backup is damaged (${code}); nothing was restored.`);
    throw error;
  }
}

async function requireSame(client: pg.ClientBase, migration: string, entries: readonly TableEntry[]): Promise<void> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  for (const { name, columns, rows, sha256 } of entries) {
    const table = tables.get(name);
    if (table === undefined)
      throw new BackupError(`The table ${name} of the backup is not in the schema ${migration}.`);
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
    with columns as materialized (
      -- First, and alone: the sequence of a column may be looked up in schemas that this role may use.
      select attrelid::regclass::text as name, attname
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    )
    select name as table, quote_ident(attname) as column, pg_get_serial_sequence(name, attname) as sequence
    from columns where pg_get_serial_sequence(name, attname) is not null`);
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, coalesce((select max(${column}) from ${table}), 0) + 1, false)`, [sequence]);
  }
}
