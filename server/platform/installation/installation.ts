import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Executor, Trx } from '../../../db/client.ts';
import { type Config, ConfigError } from '../config.ts';
import { FileMissing, type FileStore } from '../files/contract.ts';
import type { Logger } from '../log.ts';

/** Where the id of the installation stands in the folder or bucket of files. */
const MARK = 'installation';

interface Parts {
  config: Pick<Config, 'masterKey' | 'dataDir' | 's3'>;
  authDb: Db;
  files: FileStore;
  /** Name of this node's master key. */
  masterKeyId: string;
  log: Logger;
  now: () => Date;
}

/**
 * Makes this node one of the installation that its database belongs to (docs/decisions/037): its master key is the one
 * that wraps the keys of the workspaces, its folder or bucket the one that all nodes share. The first node of all sets
 * both. A store that cannot be reached is no reason to stay away: it is reported, and `/readyz` goes on saying so.
 * @throws ConfigError when key or folder are not those of the installation
 */
export async function joinInstallation(parts: Parts): Promise<void> {
  await parts.authDb.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('pokpong installation'))`.execute(trx);
    const installation = await trx
      .selectFrom('installation')
      .select(['id', 'masterKeyId', 'filesMarkedAt'])
      .executeTakeFirstOrThrow();
    await joinKeys(trx, installation.masterKeyId, parts);
    await joinFiles(trx, installation, parts);
  });
}

/**
 * Keeps a workspace from getting a key that the other nodes could not open. In the transaction that makes the key.
 * @throws ConfigError
 */
export async function requireMasterKey(trx: Executor, masterKeyId: string, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('pokpong installation'))`.execute(trx);
  const known = await trx.selectFrom('installation').select('masterKeyId').executeTakeFirst();
  if (known?.masterKeyId && known.masterKeyId !== masterKeyId)
    throw otherMasterKey(known.masterKeyId, masterKeyId, source);
}

/** What a node says whose master key is not the one in use. */
const otherMasterKey = (used: string, own: string, source: string): ConfigError =>
  new ConfigError(
    `${source}: this is not the master key of this database. Its workspaces are sealed under the key ${used}, this one is ${own}. Set the key that is in use; nothing was changed.`,
  );

async function joinKeys(trx: Trx, known: string | null, { config, masterKeyId, log }: Parts): Promise<void> {
  const rows = await trx
    .selectFrom('workspaceKeys')
    .select(({ fn }) => ['masterKeyId', fn.countAll().as('count')])
    .groupBy('masterKeyId')
    .orderBy('count', 'desc')
    .execute();
  const source = config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`;
  const others = rows.filter((row) => row.masterKeyId !== masterKeyId);
  // A database without a workspace has nothing under any key yet.
  const expected =
    rows.length === 0 ? masterKeyId : (known ?? (others.length < rows.length ? masterKeyId : rows[0]!.masterKeyId));
  if (expected !== masterKeyId) throw otherMasterKey(expected, masterKeyId, source);
  if (others.length > 0)
    log.warn(
      {
        keys: others.map((row) => row.masterKeyId),
        workspaceKeys: others.reduce((sum, row) => sum + Number(row.count), 0),
      },
      'some workspaces have keys under other master keys: what they sealed cannot be opened',
    );
  if (known !== masterKeyId) await trx.updateTable('installation').set({ masterKeyId }).execute();
}

async function joinFiles(
  trx: Trx,
  { id, filesMarkedAt }: { id: string; filesMarkedAt: string | null },
  { config, files, log, now }: Parts,
): Promise<void> {
  const place = config.s3 ? `FILES: the bucket ${config.s3.bucket}` : `DATA_DIR: the folder ${config.dataDir}/files`;
  let mark: string | undefined;
  try {
    mark = await readMark(files);
    if (mark === undefined && filesMarkedAt === null) {
      await inTime(files.put(MARK, Buffer.from(id), { size: id.length, type: 'text/plain' }));
      await trx.updateTable('installation').set({ filesMarkedAt: now() }).execute();
      return;
    }
  } catch (error) {
    // A folder of this machine is there or never will be; a bucket may come back.
    if (!config.s3) throw new ConfigError(`${place} cannot be read and written (${codeOf(error)}).`);
    log.warn({ code: codeOf(error) }, isRefused(error) ? UNREADABLE : 'the bucket of files does not answer');
    return;
  }
  if (mark === id) {
    // A folder that can be read alone would fail at the first upload.
    if (!config.s3)
      await tryWriting(files).catch((error: unknown) => {
        throw new ConfigError(`${place} cannot be written (${codeOf(error)}).`);
      });
    if (filesMarkedAt === null) await trx.updateTable('installation').set({ filesMarkedAt: now() }).execute();
    return;
  }
  if (mark !== undefined) throw new ConfigError(`${place} belongs to another installation of Pokpong.`);
  throw new ConfigError(
    `${place} is not the one that the other nodes of this database keep files in. All nodes need the same bucket, or a DATA_DIR on a shared disk. If the files were moved here, copy the file "${MARK}" along; if they are lost, run: npm run admin -- accept-files`,
  );
}

/** S3 answers so too about a file that is missing, to whoever may not list the bucket. */
const UNREADABLE =
  'the bucket of files refuses to be read: is s3:ListBucket allowed on it? (docs/self-hosting.md, Files in S3)';

/** Whether the store has refused what was asked, for lack of a right. */
export const isRefused = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode === 403;

/** The id that stands among the files; undefined when there is none. @throws when the store does not answer in time */
export async function readMark(files: Pick<FileStore, 'get'>, patienceMs = PATIENCE_MS): Promise<string | undefined> {
  try {
    return await inTime(
      files.get(MARK).then((stream) => text(stream)),
      patienceMs,
    );
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** Stores something and removes it again. @throws when it cannot */
async function tryWriting(files: FileStore): Promise<void> {
  const key = `probe-${randomUUID()}`;
  await inTime(files.put(key, Buffer.from('.'), { size: 1, type: 'text/plain' }));
  await inTime(files.remove(key));
}

/** How the files of this node stand: `other` when they are not those that the other nodes use. */
export async function lookAtFiles({
  authDb,
  files,
}: Pick<Parts, 'authDb' | 'files'>): Promise<'up' | 'away' | 'other'> {
  const known = await authDb.selectFrom('installation').select(['id', 'filesMarkedAt']).executeTakeFirstOrThrow();
  try {
    const mark = await readMark(files);
    if (mark !== known.id && (mark !== undefined || known.filesMarkedAt !== null)) return 'other';
    await tryWriting(files);
    return 'up';
  } catch {
    return 'away';
  }
}

/** A store that has not answered by then does not answer; below what a transaction may wait. */
const PATIENCE_MS = 8000;

async function inTime<Result>(work: Promise<Result>, patienceMs = PATIENCE_MS): Promise<Result> {
  const settled = new AbortController();
  const overdue = sleep(patienceMs, undefined, { signal: settled.signal }).then(() => {
    throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    settled.abort();
  }
}

/** Has the next node that starts take its folder or bucket for the right one. */
export async function acceptFiles(authDb: Db): Promise<void> {
  await authDb.updateTable('installation').set({ filesMarkedAt: null }).execute();
}

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : String(error));
