import type { Executor, Trx } from '../../../db/client.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { COLUMNS as FILE_COLUMNS, type StoredFile } from '../../platform/files/bytes.ts';
import { nameOfFile } from '../../platform/files/name.ts';
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
  'gatheredIds',
  'noticeId',
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

/** Answers of some requests in these states. */
export async function ofRequests(
  db: Executor,
  workspaceId: string,
  requestIds: readonly string[],
  statuses: readonly AnswerStatus[],
): Promise<AnswerRow[]> {
  const rows = await db
    .selectFrom('requestAnswers')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .execute();
  return rows.map(typed);
}

/** Ids of the files of all searches for the data subject of a request. */
export async function searchedFilesOf(
  db: Executor,
  workspaceId: string,
  requestId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('requestGatherings')
    .select(['jsonFileId', 'viewFileId'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .execute();
  return new Set(rows.flatMap(({ jsonFileId, viewFileId }) => [jsonFileId, viewFileId].filter((id) => id !== null)));
}

/** The request of an answer; undefined once it was anonymised. */
export const requestOf = async (db: Executor, workspaceId: string, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('requestAnswers')
      .select('requestId')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.requestId;

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
export async function filesOf(db: Executor, key: Sealer, workspaceId: string, answerId: string) {
  const rows = await db
    .selectFrom('requestAnswerFiles as a')
    .innerJoin('files as f', (join) =>
      join.onRef('f.workspaceId', '=', 'a.workspaceId').onRef('f.id', '=', 'a.originalId'),
    )
    .select(['a.id', 'a.position', 'a.type', 'a.size', 'a.originalId', 'a.redactedId', 'a.boxes'])
    .select(['f.name', 'f.sealedName'])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.answerId', '=', answerId)
    .orderBy('a.position')
    .execute();
  return rows.map(({ name, sealedName, ...row }) => ({
    ...row,
    name: nameOfFile(key, row.originalId, { name, sealedName }),
    size: Number(row.size),
  }));
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
