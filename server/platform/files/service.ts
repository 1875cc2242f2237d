import { randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type SqlBool, sql } from 'kysely';
import { type Trx, withScope } from '../../../db/client.ts';
import {
  displayName,
  endingsOf,
  FILE_KINDS,
  type FileKind,
  fileUrl,
  megabytes,
  type UploadedFile,
  WAITING_LIMIT,
} from '../../../shared/file.ts';
import type { Deps } from '../trpc/context.ts';
import { errors } from '../errors.ts';
import { oneAtATime } from '../database/locks.ts';
import { isActivePdf } from './activePdf.ts';
import { checkContent } from './content.ts';
import type { ReceivedFile } from './receive.ts';
import { sweepIncoming } from './receive.ts';
import { type ByteRange, FileMissing } from './store.ts';

/** A stored file as its row tells it. `size` in bytes. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
}

const COLUMNS = ['id', 'name', 'type', 'size', 'sha256', 'storageKey'] as const;
const DAY = 24 * 60 * 60 * 1000;

const away = (deps: Pick<Deps, 'log'>, error: unknown): Error => {
  deps.log.error({ err: error }, 'the file store does not answer');
  return errors.unavailable({ code: 'file.storeAway', key: 'files:away' });
};

/**
 * Checks a received file and keeps it in a workspace, not yet attached to any record: `attachFile` does that when the
 * record is saved, else it is swept after a day.
 * @param facts.uploadedBy personnel id, or null for a visitor of a public form
 * @throws AppError 413 above the kind's limit, 415 for content that the kind does not take, 429 when too much of the
 * person's waits for a record already, 503 when the store is away.
 */
export async function keepFile(
  deps: Pick<Deps, 'db' | 'files' | 'log' | 'now'>,
  facts: { workspaceId: string; uploadedBy: string | null; kind: FileKind },
  received: ReceivedFile,
): Promise<UploadedFile> {
  const { workspaceId, uploadedBy, kind } = facts;
  const { limit } = FILE_KINDS[kind];
  if (received.size > limit)
    throw errors.tooLarge({ code: 'file.tooLarge', key: 'files:tooLarge', values: { limit: megabytes(limit) } });
  const type = await checkContent(received.path, received.name, kind);
  // Told of every PDF that could become evidence, whatever it was uploaded as.
  const activeContent =
    type === 'application/pdf' && received.size <= FILE_KINDS.evidence.limit && (await isActivePdf(received.path));
  if (activeContent && kind === 'evidence')
    throw errors.unsupportedType({
      code: 'file.active',
      key: 'files:active',
      issues: [{ path: ['file'], key: 'files:active' }],
    });
  const id = randomUUIDv7();
  const storageKey = `${workspaceId}/${id}`;
  const { size, sha256 } = received;
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
        name,
        type,
        size,
        sha256,
        storageKey,
        uploadedBy,
        activeContent,
        createdAt: deps.now(),
      })
      .execute();
  });
  try {
    await deps.files.put(storageKey, createReadStream(received.path), { size, type });
  } catch (error) {
    await withScope(deps.db, { workspaceId }, (trx) =>
      trx.deleteFrom('files').where('workspaceId', '=', workspaceId).where('id', '=', id).execute(),
    ).catch(() => {});
    throw away(deps, error);
  }
  return { url: fileUrl(workspaceId, id), id, name, size, type };
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
    .where('attached', '=', false)
    .executeTakeFirstOrThrow();
  if (Number(waiting) + more > WAITING_LIMIT)
    throw errors.tooMany({ code: 'file.waiting', key: 'files:waiting', values: { limit: megabytes(WAITING_LIMIT) } });
}

/**
 * Keeps bytes that the product made itself (a report, an export) as a file of the workspace, attached at once.
 * `type` is the media type that the download carries.
 * @param facts.unattached the caller attaches it by `attachMade` when it saves the record that shows it; else it is
 * swept
 */
export async function keepMade(
  deps: Pick<Deps, 'db' | 'files' | 'log' | 'now'>,
  facts: {
    workspaceId: string;
    uploadedBy: string | null;
    name: string;
    type: string;
    size: number;
    sha256: string;
    unattached?: boolean;
  },
  source: Readable | Buffer,
): Promise<{ id: string; url: string }> {
  const { workspaceId, uploadedBy, type, size, sha256 } = facts;
  const id = randomUUIDv7();
  const storageKey = `${workspaceId}/${id}`;
  const row = {
    workspaceId,
    id,
    name: displayName(facts.name),
    type,
    size,
    sha256,
    storageKey,
    uploadedBy,
    createdAt: deps.now(),
  };
  await withScope(deps.db, { workspaceId }, (trx) => trx.insertInto('files').values(row).execute());
  try {
    await deps.files.put(storageKey, source, { size, type });
  } catch (error) {
    throw away(deps, error);
  }
  if (!facts.unattached)
    await withScope(deps.db, { workspaceId }, (trx) => attachMade(trx, { workspaceId, fileId: id }));
  return { id, url: fileUrl(workspaceId, id) };
}

/** Ties a file of `keepMade` to the record that `trx` saves. */
export async function attachMade(trx: Trx, facts: { workspaceId: string; fileId: string }): Promise<void> {
  await trx
    .updateTable('files')
    .set({ attached: true })
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .execute();
}

/**
 * A file of the workspace; one of another workspace is not found. `reader`: what no record shows is found by the one
 * alone who uploaded it.
 */
export async function findFile(trx: Trx, workspaceId: string, fileId: string, reader?: string): Promise<StoredFile> {
  const row = await trx
    .selectFrom('files')
    .select([...COLUMNS, 'attached', 'uploadedBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!row || (reader !== undefined && !row.attached && row.uploadedBy !== reader))
    throw errors.notFound({ code: 'file.notFound', key: 'files:notFound' });
  const { attached: _, uploadedBy: __, ...file } = row;
  return file;
}

/** The bytes of a file, or of a part of it. */
export async function readStored(
  deps: Pick<Deps, 'files' | 'log'>,
  file: StoredFile,
  range?: ByteRange,
): Promise<Readable> {
  try {
    return await deps.files.get(file.storageKey, range);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw away(deps, error);
    deps.log.error({ fileId: file.id }, 'a file has a row but no bytes');
    throw errors.notFound({ code: 'file.missing', key: 'files:notFound' });
  }
}

/**
 * Ties an uploaded file to the record that is being saved in `trx`, so that it is not swept. To know a file's id is not
 * to have the file: what is tied was uploaded by the person who saves, and no record shows it yet.
 * @param facts.by personnel id of the person who saves
 * @param facts.shown the record shows the file already, so that it stays whoever uploaded it
 * @param facts.field name of the input field that an error is shown at, by default `fileId`
 * @throws AppError 404 for a file of another workspace, person or record; 400 at the field for one that the kind does
 * not take, `file.active` for a PDF that is no evidence because it runs or carries something.
 */
export async function attachFile(
  trx: Trx,
  facts: { workspaceId: string; fileId: string; kind: FileKind; by: string; shown?: boolean; field?: string },
): Promise<StoredFile> {
  const { workspaceId, fileId, kind, by, shown = false, field = 'fileId' } = facts;
  const row = await trx
    .updateTable('files')
    .set({ attached: true })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .$if(!shown, (rows) => rows.where('attached', '=', false).where('uploadedBy', '=', by))
    .returning([...COLUMNS, 'activeContent'])
    .executeTakeFirst();
  if (!row) throw errors.notFound({ code: 'file.notFound', key: 'files:notFound' });
  const { types, limit } = FILE_KINDS[kind];
  if (!(types as readonly string[]).includes(row.type) || row.size > limit) {
    const values = { types: endingsOf(kind).join(', '), limit: megabytes(limit) };
    throw errors.badRequest({ code: 'file.kind', issues: [{ path: field.split('.'), key: 'files:kind', values }] });
  }
  const { activeContent, ...file } = row;
  if (activeContent && kind === 'evidence' && !shown)
    throw errors.badRequest({ code: 'file.active', issues: [{ path: field.split('.'), key: 'files:active' }] });
  return file;
}

/**
 * That an incident, a notification of one, an approval line or a round of one shows the file: what is evidence there.
 */
const isEvidence = sql<SqlBool>`(
  exists (select from incidents e where e.workspace_id = files.workspace_id and e.attachment_id = files.id)
  or exists (select from incident_notifications e where e.workspace_id = files.workspace_id and e.attachment_id = files.id)
  or exists (select from approval_lines e where e.workspace_id = files.workspace_id and e.file_id = files.id)
  or exists (select from approval_rounds e where e.workspace_id = files.workspace_id and e.file_id = files.id))`;

/**
 * Gives up a file that no record shows any more (a logo was replaced): the next sweep removes it. What is evidence
 * somewhere stays, whichever record gives it up.
 */
export async function releaseFile(trx: Trx, facts: { workspaceId: string; fileId: string }): Promise<void> {
  await trx
    .updateTable('files')
    .set({ attached: false })
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .where((eb) => eb.not(isEvidence))
    .execute();
}

/**
 * Removes a file, row and bytes, that nothing refers to any more. What the store cannot remove now keeps its row, and
 * the transaction fails.
 */
export async function removeFile(
  trx: Trx,
  deps: Pick<Deps, 'files'>,
  facts: { workspaceId: string; fileId: string },
): Promise<void> {
  const row = await trx
    .deleteFrom('files')
    .where('workspaceId', '=', facts.workspaceId)
    .where('id', '=', facts.fileId)
    .returning('storageKey')
    .executeTakeFirst();
  if (row) await deps.files.remove(row.storageKey);
}

/**
 * Removes files that were uploaded over a day ago and belong to no record, and what crashes left on its way in.
 * Safe to run on several nodes at once. Answers how many files went.
 */
export async function sweepFiles(deps: Pick<Deps, 'systemDb' | 'files' | 'log' | 'now' | 'config'>): Promise<number> {
  const before = new Date(deps.now().getTime() - DAY);
  await sweepIncoming(deps.config.dataDir, before);
  const old = await deps.systemDb
    .selectFrom('files')
    .select(['workspaceId', 'id'])
    .where('attached', '=', false)
    .where('createdAt', '<', before.toISOString())
    .orderBy('createdAt')
    .limit(1000)
    .execute();
  let swept = 0;
  for (const { workspaceId, id } of old) {
    try {
      // One transaction a file: the row is locked while its bytes go, so that nobody attaches it meanwhile.
      await deps.systemDb.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('files')
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', id)
          .where('attached', '=', false)
          .returning('storageKey')
          .executeTakeFirst();
        if (!row) return;
        await deps.files.remove(row.storageKey);
        swept += 1;
      });
    } catch (error) {
      deps.log.warn({ err: error, fileId: id }, 'a file could not be swept');
    }
  }
  return swept;
}
