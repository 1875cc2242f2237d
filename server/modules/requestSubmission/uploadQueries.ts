import type { Insertable } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';

/** Bytes that were received for uploads of a form. */
export async function receivedBytes(db: Executor, workspaceId: string, formId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('requestUploads')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('received'), eb.lit(0)).as('bytes'))
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', formId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Bytes that one sender has announced. */
export async function reservedBytes(db: Executor, workspaceId: string, sender: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('requestUploads')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'))
    .where('workspaceId', '=', workspaceId)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function insert(trx: Trx, upload: Insertable<DB['requestUploads']>): Promise<void> {
  await trx.insertInto('requestUploads').values(upload).execute();
}

/** An upload by its token. `lock`: until the transaction ends. */
export function find(
  db: Executor,
  workspaceId: string,
  { id, token }: { id: string; token: Buffer },
  { lock = false }: { lock?: boolean } = {},
) {
  const found = db
    .selectFrom('requestUploads')
    .select(['id', 'requestFormId', 'name', 'size', 'received', 'fileId', 'finishingUntil'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('token', '=', token);
  return (lock ? found.forUpdate() : found).executeTakeFirst();
}
export type UploadRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Stores a part, the number of received bytes, and when the upload went on. */
export async function addPart(
  trx: Trx,
  part: Insertable<DB['requestUploadParts']>,
  progress: { received: number; progressedAt: Date },
): Promise<void> {
  await trx.insertInto('requestUploadParts').values(part).execute();
  await trx
    .updateTable('requestUploads')
    .set(progress)
    .where('workspaceId', '=', part.workspaceId)
    .where('id', '=', part.uploadId)
    .execute();
}

/** The part that starts at a byte. */
export const partAt = (db: Executor, workspaceId: string, uploadId: string, start: number) =>
  db
    .selectFrom('requestUploadParts')
    .select(['id', 'content'])
    .where('workspaceId', '=', workspaceId)
    .where('uploadId', '=', uploadId)
    .where('start', '=', start)
    .executeTakeFirst();

/** States until when one call finishes the upload; null: any may. */
export async function setFinishing(trx: Trx, workspaceId: string, id: string, until: Date | null): Promise<void> {
  await trx
    .updateTable('requestUploads')
    .set({ finishingUntil: until })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Stores the file of a completed upload, in place of its parts. @returns false where it already had one */
export async function setFile(trx: Trx, workspaceId: string, id: string, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('requestUploads')
    .set({ fileId })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('requestUploadParts')
    .where('workspaceId', '=', workspaceId)
    .where('uploadId', '=', id)
    .execute();
  return numUpdatedRows === 1n;
}

export async function remove(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx.deleteFrom('requestUploads').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}
