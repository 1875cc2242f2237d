import { createHash, randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Trx, withScope } from '../../../db/client.ts';
import {
  displayName,
  endingsOf,
  megabytes,
  type UploadedFile,
  type UploadKind,
  WAITING_LIMIT,
} from '../../../shared/file.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { Deps } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { oneAtATime } from '../database/locks.ts';
import { SealError } from '../crypto/envelope.ts';
import { COLUMNS, getBytes, putBytes, putSealed, type SealedFile, type StoredBytes, type StoredFile } from './bytes.ts';
import { checkContent } from './content.ts';
import { withoutMetadata } from './metadata.ts';
import { lookIntoPdf } from './lookIntoPdf.ts';
import { sealedFileName } from './name.ts';
import type { FileOwnerKind } from './ownerKind.ts';
import type { ReceivedFile } from './receive.ts';
import { type ByteRange, FileMissing } from './store.ts';

/** What storing and reading files takes. */
type Parts = Pick<Deps, 'db' | 'keyring' | 'files' | 'log' | 'now'>;

const away = (deps: Pick<Deps, 'log'>, error: unknown): Error => {
  deps.log.error({ err: error }, 'the file store does not answer');
  return appError('file.storeAway');
};

/**
 * Checks a received file and keeps it in a workspace, not yet owned by any record: `attachFile` does that when the
 * record is saved, else it is swept after a day.
 * @param facts.uploadedBy personnel id, or null for a visitor of a public form
 * @throws AppError 413 above the kind's limit, 415 for content that the kind does not take, 429 when too much of the
 * person's waits for a record already, 503 when the store is away.
 */
export async function keepFile(
  deps: Parts,
  facts: { workspaceId: string; uploadedBy: string | null; kind: UploadKind },
  received: ReceivedFile,
): Promise<UploadedFile> {
  const { workspaceId, uploadedBy, kind } = facts;
  const { limit } = kind;
  if (received.size > limit) throw appError('file.tooLarge', { values: { limit: megabytes(limit) } });
  const type = await checkContent(received.path, received.name, kind);
  if (type === 'application/pdf' && (await lookIntoPdf(deps, received.path)))
    throw appError('file.active', { at: 'file' });
  const id = randomUUIDv7();
  const storageKey = `${workspaceId}/${id}`;
  const { size, sha256 } = kind.withoutMetadata ? await stripMetadata(received, type) : received;
  const name = displayName(received.name, type);
  // The row comes first: bytes without a row would never be swept, a row without bytes is.
  await withScope(deps.db, { workspaceId }, async (trx) => {
    if (uploadedBy !== null) {
      // Counted, then used up: one upload of a person at a time.
      await oneAtATime(trx, workspaceId, `uploads of ${uploadedBy}`);
      await assertRoom(trx, { workspaceId, by: uploadedBy, more: size });
    }
    await trx
      .insertInto('files')
      .values({
        workspaceId,
        id,
        sealedName: sealedFileName.seal(await deps.keyring.workspaceKey(trx, workspaceId), id, name),
        type,
        size,
        sha256,
        storageKey,
        sealed: true,
        uploadedBy,
        createdAt: deps.now(),
      })
      .execute();
  });
  try {
    await putBytes(deps, { workspaceId, id, size, storageKey }, createReadStream(received.path));
  } catch (error) {
    await withScope(deps.db, { workspaceId }, (trx) =>
      trx.deleteFrom('files').where('workspaceId', '=', workspaceId).where('id', '=', id).execute(),
    ).catch(() => {});
    throw away(deps, error);
  }
  return { url: fileUrl(workspaceId, id), id, name, size, type };
}

/** Takes the metadata out of a received picture, on disk. @returns what it is now */
async function stripMetadata({ path }: ReceivedFile, type: string): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const stripped = withoutMetadata(await readFile(path), type);
  await writeFile(path, stripped);
  return { size: stripped.length, sha256: createHash('sha256').update(stripped).digest('hex') };
}

/**
 * Sees that a person's files that no record shows stay within bounds, `more` bytes included. Those that a record gave
 * up count too, until they are swept: else they would be the way round it.
 * @throws AppError 429 `file.waiting`
 */
export async function assertRoom(
  trx: Trx,
  { workspaceId, by, more }: { workspaceId: string; by: string; more: number },
): Promise<void> {
  const { waiting } = await trx
    .selectFrom('files')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('waiting'))
    .where('workspaceId', '=', workspaceId)
    .where('uploadedBy', '=', by)
    .where('ownerKind', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(waiting) + more > WAITING_LIMIT)
    throw appError('file.waiting', { values: { limit: megabytes(WAITING_LIMIT) } });
}

/** What is known of a file that the product generated. `type` is the media type that the download carries. */
interface Generated {
  readonly workspaceId: string;
  readonly uploadedBy: string | null;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Keeps bytes that the product generated itself (a report) as a file of the workspace. The caller gives it to its
 * record by `attachGenerated` when it saves that; else it is swept.
 */
export async function storeGenerated(
  deps: Parts,
  facts: Generated,
  source: Readable | Buffer,
): Promise<{ id: string; url: string }> {
  const id = randomUUIDv7();
  await keepGenerated(deps, id, facts, (row) => putBytes(deps, row, source));
  return { id, url: fileUrl(facts.workspaceId, id) };
}

/** The same with a file that was encrypted for its id while it was made. */
export const storeSealed = (deps: Parts, facts: Generated, file: SealedFile): Promise<void> =>
  keepGenerated(deps, file.fileId, facts, (row) => putSealed(deps, row, file));

async function keepGenerated(
  deps: Parts,
  id: string,
  { workspaceId, uploadedBy, name, type, size, sha256 }: Generated,
  putInto: (row: { workspaceId: string; id: string; size: number; storageKey: string }) => Promise<void>,
): Promise<void> {
  const row = {
    workspaceId,
    id,
    type,
    size,
    sha256,
    storageKey: `${workspaceId}/${id}`,
    sealed: true,
    uploadedBy,
    createdAt: deps.now(),
  };
  await withScope(deps.db, { workspaceId }, async (trx) => {
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const sealedName = sealedFileName.seal(key, id, displayName(name));
    await trx
      .insertInto('files')
      .values({ ...row, sealedName })
      .execute();
  });
  try {
    await putInto(row);
  } catch (error) {
    throw away(deps, error);
  }
}

/**
 * Gives a file of `storeGenerated` or `storeSealed` to the record that `trx` saves. `at`: from when its days are
 * counted; null: it stays as long as the record, whatever the days of its kind.
 */
export async function attachGenerated(
  trx: Trx,
  owner: FileOwnerKind,
  facts: { workspaceId: string; ownerId: string; fileId: string; at: Date | null },
): Promise<void> {
  await trx
    .updateTable('files')
    .set({
      ownerKind: owner.kind,
      ownerId: facts.ownerId,
      retainedFrom: owner.retention === 'withRecord' ? null : facts.at,
    })
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .execute();
}

/** A file that a record has, for the product itself. @throws AppError 404 for one that is not this record's */
export async function findFile(
  trx: Trx,
  owner: FileOwnerKind,
  facts: { workspaceId: string; ownerId: string; fileId: string },
): Promise<StoredFile> {
  const row = await trx
    .selectFrom('files')
    .select(COLUMNS)
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .where('ownerKind', '=', owner.kind)
    .where('ownerId', '=', facts.ownerId)
    .executeTakeFirst();
  if (!row) throw appError('file.notFound');
  return row;
}

/**
 * The bytes of a file, or of a part of it, in clear.
 * @throws AppError 404 without bytes, 500 `file.damaged` for what is not as it was stored, 503 when the store is away
 */
export async function readStored(deps: Omit<Parts, 'now'>, file: StoredBytes, range?: ByteRange): Promise<Readable> {
  try {
    return await getBytes(deps, file, range);
  } catch (error) {
    if (error instanceof SealError) {
      deps.log.error({ fileId: file.id, reason: error.reason }, 'a stored file does not open');
      throw appError('file.damaged');
    }
    if (!(error instanceof FileMissing)) throw away(deps, error);
    deps.log.error({ fileId: file.id }, 'a file has a row but no bytes');
    throw appError('file.missing', { status: 'NOT_FOUND', text: 'files:notFound' });
  }
}

/**
 * Gives an uploaded file to the record that is being saved in `trx`, so that it is not swept. To know a file's id is
 * not to have the file: what is taken was uploaded by the person who saves and has no owner, or is this record's
 * already.
 * @param facts.by personnel id of the person who saves; null: a visitor of a public form, and the caller has checked
 * that the upload was theirs
 * @param facts.field name of the input field that an error is shown at, by default `fileId`
 * @throws AppError 400 at the field: `file.notFound` for a file that was swept or is another workspace's, person's or
 * record's (404 would mean the record), for one that the owner does not take, `file.active` for a PDF with scripts.
 */
export async function attachFile(
  trx: Trx,
  owner: FileOwnerKind,
  facts: { workspaceId: string; ownerId: string; fileId: string; by: string | null; field?: string },
): Promise<StoredFile> {
  const { workspaceId, ownerId, fileId, by, field = 'fileId' } = facts;
  const { kind, upload } = owner;
  if (upload === null) throw new Error(`nothing that people upload becomes ${kind}`);
  const row = await trx
    .selectFrom('files')
    .select([...COLUMNS, 'activeContent', 'ownerKind', 'ownerId', 'uploadedBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const isOwn = row?.ownerKind === kind && row.ownerId === ownerId;
  if (!row || !(isOwn || (row.ownerKind === null && row.uploadedBy === by)))
    throw appError('file.notFound', { at: field, status: 'BAD_REQUEST' });
  const { activeContent, ownerKind: _, ownerId: __, uploadedBy: ___, ...file } = row;
  const { types, limit } = upload;
  if (!(types as readonly string[]).includes(file.type) || file.size > limit) {
    const values = { types: endingsOf(upload).join(', '), limit: megabytes(limit) };
    throw appError('file.kind', { at: field, values });
  }
  if (isOwn) return file;
  // Uploaded before every PDF was looked into.
  if (activeContent) throw appError('file.active', { at: field, status: 'BAD_REQUEST' });
  await trx
    .updateTable('files')
    .set({ ownerKind: kind, ownerId })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .execute();
  return file;
}

/**
 * Gives up a file that its record shows no longer (a logo was replaced): the next sweep removes it. What belongs to
 * another record stays.
 */
export async function releaseFile(
  trx: Trx,
  owner: FileOwnerKind,
  facts: { workspaceId: string; ownerId: string; fileId: string },
): Promise<void> {
  await trx
    .updateTable('files')
    .set({ ownerKind: null, ownerId: null, retainedFrom: null })
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .where('ownerKind', '=', owner.kind)
    .where('ownerId', '=', facts.ownerId)
    .execute();
}
