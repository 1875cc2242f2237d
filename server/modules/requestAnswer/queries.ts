import type { Executor, Trx } from '../../../db/client.ts';
import { COLUMNS as FILE_COLUMNS, type StoredFile } from '../../platform/files/bytes.ts';
import type { AnswerFailure } from '../../../shared/requestAnswer/schema.ts';
import type { AnswerStatus } from '../../../shared/requestAnswer/status.ts';

const COLUMNS = [
  'id',
  'requestId',
  'requestRightId',
  'letter',
  'status',
  'attempts',
  'runId',
  'progress',
  'failure',
  'password',
  'packageId',
  'contents',
  'sha256',
  'size',
  'expiryDays',
  'downloadLimit',
  'downloads',
  'releasedBy',
  'releasedAt',
  'readyAt',
  'expiresAt',
  'leftOut',
  'rowVersion',
] as const;

const typed = <Row extends { status: string; failure: string | null; size: number | string | null }>(row: Row) => ({
  ...row,
  status: row.status as AnswerStatus,
  failure: row.failure as AnswerFailure | null,
  size: row.size === null ? null : Number(row.size),
});

/** The answer of a right, if any of it was saved. */
export async function ofRight(db: Executor, workspaceId: string, rightId: string) {
  const row = await db
    .selectFrom('requestAnswers')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('requestRightId', '=', rightId)
    .executeTakeFirst();
  return row && typed(row);
}
export type AnswerRow = NonNullable<Awaited<ReturnType<typeof ofRight>>>;

/** An answer, locked until the transaction ends. */
export async function locked(trx: Trx, workspaceId: string, id: string): Promise<AnswerRow | undefined> {
  const row = await trx
    .selectFrom('requestAnswers')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && typed(row);
}

/** Files of an answer, in their order. */
export async function filesOf(db: Executor, workspaceId: string, answerId: string) {
  const rows = await db
    .selectFrom('requestAnswerFiles')
    .select(['id', 'position', 'name', 'type', 'size', 'originalId', 'redactedId', 'redactedSize', 'redactedSha256'])
    .select('boxes')
    .where('workspaceId', '=', workspaceId)
    .where('answerId', '=', answerId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** When and how an answer was downloaded, oldest first. */
export const readsOf = (db: Executor, workspaceId: string, answerId: string) =>
  db
    .selectFrom('requestAnswerReads as r')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'r.workspaceId').onRef('p.id', '=', 'r.by'))
    .select(['r.at', 'r.how', 'r.by', 'p.name as byName'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.answerId', '=', answerId)
    .orderBy('r.at')
    .orderBy('r.id')
    .execute();

/** A file of the workspace regardless of its owner: for the product itself. */
export const storedFile = (db: Executor, workspaceId: string, id: string): Promise<StoredFile | undefined> =>
  db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
