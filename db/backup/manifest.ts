import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a backup folder holds: `manifest.json`, `tables/NAME.copy.gz`, `files/`. */
export interface Manifest {
  format: 1;
  /** When the snapshot was taken, ISO 8601 in UTC. */
  createdAt: string;
  /** Newest migration of the database it came from. */
  migration: string;
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

/** Reads the manifest of the backup in `folder`. @throws BackupError when there is none, or of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a backup: it has no manifest.json.`);
  });
  const manifest = parsed(text);
  if (manifest === undefined) throw new BackupError(`manifest.json of ${folder} is damaged.`);
  if (manifest.format !== 1)
    throw new BackupError(
      `${folder} is a backup of format ${String(manifest.format)}, which this version does not read.`,
    );
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

/** The file of a table in a backup folder. */
export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`);
}
