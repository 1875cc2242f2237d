import { type Insertable, sql } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { FeeState } from '../../../shared/request/fee.ts';
import type { AgeBand, RequestChannel, StatedKey } from '../../../shared/request/schema.ts';
import type { RequestStage, RequestStatus } from '../../../shared/request/stage.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { NAME_COLUMNS, withName } from '../../platform/files/name.ts';

/**
 * By which of what a request (`r`) states its data subject is looked up (decision 143): what was confirmed, and the
 * email as long as its code counts (requestIdentity/links.ts).
 */
export const KNOWN_KEYS = sql<StatedKey[]>`array(
  select unnest(r.known_keys) union select 'email' from request_links as l
   where l.workspace_id = r.workspace_id and l.request_id = r.id and l.person = 'SUBJECT' and l.confirmed_at is not null
   order by 1)`;

/** A request as it is stored, with the names of its form and application. */
export async function find(db: Executor, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('requests as r')
    .innerJoin('requestForms as f', (join) =>
      join.onRef('f.workspaceId', '=', 'r.workspaceId').onRef('f.id', '=', 'r.requestFormId'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'r.workspaceId').onRef('a.id', '=', 'r.applicationId'),
    )
    .select(['r.id', 'r.number', 'r.status', 'r.subject', 'r.channel', 'r.language', 'r.country', 'r.ageBand'])
    .select(['r.receivedAt', 'r.verifyBy', 'r.verifiedAt', 'r.verifiedHow', 'r.dueAt', 'r.closedAt', 'r.rowVersion'])
    .select(['r.createdAt', 'r.updatedAt', 'r.requestFormId', 'r.requestFormVersion', 'r.applicationId'])
    .leftJoin('requestArrivals as c', (join) =>
      join.onRef('c.workspaceId', '=', 'r.workspaceId').onRef('c.id', '=', 'r.id'),
    )
    .select(['r.duplicateOf', 'r.anonymisedAt', 'r.tokenAt', 'c.consentId', KNOWN_KEYS.as('knownKeys')])
    .select(['r.subjectReaddressedAt', 'r.guardianReaddressedAt'])
    .select(['f.name as formName', 'a.name as applicationName'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      status: row.status as RequestStatus,
      channel: row.channel as RequestChannel,
      language: row.language as Locale,
      ageBand: row.ageBand as AgeBand | null,
      verifiedHow: row.verifiedHow as 'CODE' | 'DOCUMENT' | 'TOKEN' | 'AGENT' | 'STAFF' | null,
    }
  );
}
export type RequestRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The request of a number, unless it is anonymised: that one takes part in nothing any more. */
export async function idOfNumber(
  db: Executor,
  workspaceId: string,
  number: number | null,
): Promise<string | undefined> {
  if (number === null) return undefined;
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('number', '=', number)
    .where('anonymisedAt', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** The rights of requests, in their order. */
export async function rightsOf(db: Executor, workspaceId: string, requestIds: readonly string[]) {
  if (requestIds.length === 0) return [];
  const rows = await db
    .selectFrom('requestRights as r')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'r.workspaceId').onRef('p.id', '=', 'r.assigneeId'),
    )
    .select(['r.id', 'r.requestId', 'r.dataRightId', 'r.code', 'r.nameTh', 'r.nameEn', 'r.days', 'r.fee', 'r.options'])
    .select([
      'r.detail',
      'r.stage',
      'r.assigneeId',
      'r.submittedBy',
      'r.waitingSince',
      'r.extendedDays',
      'r.resolution',
    ])
    .select(['r.groundCode', 'r.closedAt', 'r.rowVersion', 'r.feeState', 'r.feeAt', 'r.feeReason'])
    .select('p.name as assigneeName')
    .where('r.workspaceId', '=', workspaceId)
    .where('r.requestId', 'in', [...requestIds])
    .orderBy('r.requestId')
    .orderBy('r.position')
    .execute();
  return rows.map((row) => ({
    ...row,
    code: row.code as RightCode | null,
    stage: row.stage as RequestStage,
    feeState: row.feeState as FeeState | null,
  }));
}
export type RightRow = Awaited<ReturnType<typeof rightsOf>>[number];

/** Kind of the files that data subjects sent with their requests. */
export const ATTACHMENT = 'request.attachment';

/** Files that the data subject sent with a request. */
export const attachmentsOf = async (db: Executor, key: Sealer, workspaceId: string, requestId: string) => {
  const rows = await db
    .selectFrom('files')
    .select(['id', ...NAME_COLUMNS, 'size', 'type'])
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', '=', ATTACHMENT)
    .where('ownerId', '=', requestId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => withName(key, row));
};

/** Moves of a request, oldest first. */
export function movesOf(db: Executor, workspaceId: string, requestId: string) {
  return db
    .selectFrom('requestMoves as m')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'm.workspaceId').onRef('p.id', '=', 'm.by'))
    .select(['m.id', 'm.requestRightId', 'm.action', 'm.fromStage', 'm.toStage', 'm.reason', 'm.at', 'm.by'])
    .select('p.name as byName')
    .where('m.workspaceId', '=', workspaceId)
    .where('m.requestId', '=', requestId)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
}

/** Corrections of a request, oldest first. */
export function correctionsOf(db: Executor, workspaceId: string, requestId: string) {
  return db
    .selectFrom('requestCorrections as c')
    .innerJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'c.workspaceId').onRef('p.id', '=', 'c.by'))
    .select(['c.id', 'c.changes', 'c.at', 'c.by', 'p.name as byName'])
    .where('c.workspaceId', '=', workspaceId)
    .where('c.requestId', '=', requestId)
    .orderBy('c.at')
    .orderBy('c.id')
    .execute();
}

/** Locks the request until the transaction ends. @throws 409 `request.anonymised`: it can no longer be changed */
export async function lock(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const row = await trx
    .selectFrom('requests')
    .select('anonymisedAt')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row?.anonymisedAt) throw appError('request.anonymised');
}

/**
 * Inserts a request with the workspace's next number; a second caller waits until the transaction ends, so that no
 * number is skipped. That of a deleted request goes to no other. @returns the number
 */
export async function insertNumbered(
  trx: Trx,
  { workspaceId, ...request }: Omit<Insertable<DB['requests']>, 'number'>,
): Promise<number> {
  await oneAtATime(trx, workspaceId, 'request.number');
  const { number } = await trx
    .insertInto('requests')
    .values({
      workspaceId,
      ...request,
      number: sql<number>`1 + greatest(
        (select max(r.number) from requests as r where r.workspace_id = ${workspaceId}),
        (select d.number from removed_request_numbers as d where d.workspace_id = ${workspaceId}), 0)`,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Deletes a request, and stores that its number is used up, and when. */
export async function deleteNumbered(
  trx: Trx,
  workspaceId: string,
  { id, number }: Pick<RequestRow, 'id' | 'number'>,
  removedAt: Date,
): Promise<void> {
  await trx.deleteFrom('requests').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
  await trx
    .insertInto('removedRequestNumbers')
    .values({ workspaceId, number, removedAt })
    .onConflict((conflict) =>
      conflict
        .column('workspaceId')
        .doUpdateSet({ number: sql<number>`greatest(removed_request_numbers.number, excluded.number)`, removedAt }),
    )
    .execute();
}
