import { timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What a backup folder holds: `manifest.json`, its `manifest.signature`, and encrypted `tables/NAME.copy.gz` and
 * `files/`.
 */
export interface Manifest {
  /** 1: from before backups were encrypted. */
  format: 1 | 2;
  /** Of the key that everything but the manifest is encrypted with; format 1 has none. */
  salt?: string;
  /** When the snapshot was taken, ISO 8601 in UTC. */
  createdAt: string;
  /** Newest migration of the database it came from. */
  migration: string;
  /** All migrations of that database, which may lack one of a lower number; earlier backups do not name them. */
  migrations?: string[];
  /** In an order in which every row's references are there before it. */
  tables: TableEntry[];
  /** Months (YYYYMM) for which user_consents has a partition; backups made before there were any lack it. */
  months?: string[];
  /** Years for which activity_logs has a partition; backups made before there were any lack it. */
  years?: string[];
  /** Uploaded files, when they are kept in a local folder. */
  files: FileEntry[];
  /** What is not in the backup, in words. */
  leftOut: string[];
}

/** One table: all its rows as COPY writes them, ordered by the primary key. */
export interface TableEntry {
  name: string;
  columns: string[];
  rows: number;
  /** Of the text before compression, hex. */
  sha256: string;
}

export interface FileEntry {
  /** Path below the files folder. */
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** A backup that cannot be made, read, or put back; the message says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * What a manifest is signed and a backup is encrypted with: a key derived from the master key, and the name of that.
 */
export interface ManifestKeys {
  readonly masterKeyId: string;
  hmac(purpose: string, value: string): string;
}

const PURPOSE = 'backup.manifest';
const signatureFile = (folder: string): string => join(folder, 'manifest.signature');

/** Writes the manifest, which has the hash of everything else, and its signature. */
export async function writeManifest(folder: string, manifest: Manifest, keys: ManifestKeys): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(folder, 'manifest.json'), text, { mode: 0o600, flush: true });
  const line = `${keys.masterKeyId} ${keys.hmac(PURPOSE, text)}\n`;
  await writeFile(signatureFile(folder), line, { mode: 0o600, flush: true });
}

/** @throws BackupError unless the installation with these keys wrote the text */
async function requireSignature(folder: string, text: string, keys: ManifestKeys): Promise<void> {
  const line = await readFile(signatureFile(folder), 'utf8').catch(() => {
    throw new BackupError(
      `${folder} is not signed: it was made by an older version, or its signature was taken away. If you know where it comes from, add --unsigned.`,
    );
  });
  const [keyId = '', signature = ''] = line.trim().split(' ');
  if (keyId !== keys.masterKeyId)
    throw new BackupError(
      `${folder} was made under the master key ${keyId}; the configured one is ${keys.masterKeyId}. Set MASTER_KEY to that of the original, or copy its master.key into DATA_DIR.`,
    );
  const expected = Buffer.from(keys.hmac(PURPOSE, text));
  const found = Buffer.from(signature);
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    throw new BackupError(`manifest.json of ${folder} was changed since it was signed; nothing was restored.`);
}

/**
 * Reads the manifest of the backup in `folder`.
 * @param keys null: whoever restores vouches for a backup without a signature; one that is encrypted is signed
 * @throws BackupError when there is none, it is of another format, or these keys did not sign it
 */
export async function readManifest(folder: string, keys: ManifestKeys | null): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a backup: it has no manifest.json.`);
  });
  const manifest = parsed(text);
  if (manifest === undefined) throw new BackupError(`manifest.json of ${folder} is damaged.`);
  if (manifest.format !== 1 && (manifest.format !== 2 || manifest.salt === undefined))
    throw new BackupError(
      `${folder} is a backup of format ${String(manifest.format)}, which this version does not read.`,
    );
  if (keys === null && manifest.format !== 1)
    throw new BackupError(`${folder} is encrypted, and was signed when it was made: restore it without --unsigned.`);
  if (keys !== null) await requireSignature(folder, text, keys);
  return manifest;
}

/** What the text says, undefined when it is cut short or none of ours. */
function parsed(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Partial<Manifest> | null;
    return Array.isArray(value?.tables) && Array.isArray(value.files) ? (value as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** The file of a table, by its path in a backup folder. */
export const tablePath = (table: string): string => `tables/${table}.copy.gz`;
