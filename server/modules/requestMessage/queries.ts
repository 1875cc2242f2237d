import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { returnedStatus } from '../../../shared/mail/servers.ts';
import type { DeliveryState } from '../../../shared/mail/status.ts';
import type { MESSAGE_AUTHORS, MessageKind, NoticeKind } from '../../../shared/requestMessage/schema.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import { type Person, PERSONS } from '../../../shared/request/persons.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { withName } from '../../platform/files/name.ts';

/** The entity of mails of notices, with the id of their request. */
export const ENTITY = 'requestMessage' satisfies EntityId;

export type MessageAuthor = (typeof MESSAGE_AUTHORS)[number];

export interface MessageRow {
  readonly id: string;
  readonly author: MessageAuthor;
  readonly kind: MessageKind;
  readonly body: Buffer;
  readonly at: string;
  readonly byName: string | null;
}

/** Messages of a request, oldest first. */
export async function messagesOf(db: Executor, workspaceId: string, requestId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('requestMessages as m')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'm.workspaceId').onRef('p.id', '=', 'm.by'))
    .select(['m.id', 'm.author', 'm.kind', 'm.body', 'm.at', 'p.name as byName'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.requestId', '=', requestId)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
  return rows.map((row) => ({ ...row, author: row.author as MessageAuthor, kind: row.kind as MessageKind }));
}

export async function countMessages(db: Executor, workspaceId: string, requestId: string): Promise<number> {
  const { count } = await db
    .selectFrom('requestMessages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many answers of a request are ready for the data subject. */
export async function countReady(db: Executor, workspaceId: string, requestId: string): Promise<number> {
  const { count } = await db
    .selectFrom('requestAnswers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .where('status', '=', 'READY')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Files of a request's messages, by message. */
export async function filesOf(db: Executor, key: Sealer, workspaceId: string, requestId: string) {
  const rows = await db
    .selectFrom('requestMessageFiles as m')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'm.workspaceId').onRef('f.id', '=', 'm.id'))
    .select(['m.requestMessageId as messageId', 'f.id', 'f.name', 'f.sealedName', 'f.size', 'f.type'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.requestId', '=', requestId)
    .where('m.requestMessageId', 'is not', null)
    .orderBy('f.id')
    .execute();
  return Map.groupBy(
    rows.map(({ size, ...row }) => ({ ...withName(key, row), size: Number(size) })),
    ({ messageId }) => messageId!,
  );
}

/** A file of a message of this request, or uploaded for one that is not sent yet: then without a message. */
export const findFile = (
  db: Executor,
  workspaceId: string,
  { requestId, fileId }: { requestId: string; fileId: string },
) =>
  db
    .selectFrom('requestMessageFiles')
    .select('requestMessageId')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .where('id', '=', fileId)
    .executeTakeFirst();

/** A message by its id, of any request. */
export const findMessage = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('requestMessages')
    .select('requestId')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Moves that a member of staff has just made, and that no notice has announced. */
export function unannouncedMoves(
  db: Executor,
  workspaceId: string,
  { requestId, by, at, actions }: { requestId: string; by: string; at: Date; actions: readonly string[] },
) {
  return db
    .selectFrom('requestMoves as m')
    .select(['m.id', 'm.requestRightId', 'm.action', 'm.reason'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.requestId', '=', requestId)
    .where('m.by', '=', by)
    .where('m.at', '=', at.toISOString())
    .where('m.action', 'in', [...actions])
    .where(
      () =>
        sql<boolean>`not exists (select from request_notices n where n.workspace_id = m.workspace_id and n.request_id = m.request_id and m.id = any(n.move_ids))`,
    )
    .orderBy('m.id')
    .execute();
}

/** Notices of a request, newest first, with the newest mail to each person. */
export async function noticesOf(db: Executor, workspaceId: string, requestId: string) {
  const notices = await db
    .selectFrom('requestNotices')
    .select(['id', 'kind', 'at'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  if (notices.length === 0) return [];
  const mails = await db
    .selectFrom('mailDeliveries')
    .select(['batchId', 'position', 'state', 'error', 'settledAt as at'])
    .where('workspaceId', '=', workspaceId)
    // By the notices, which the index of deliveries begins with.
    .where(
      'batchId',
      'in',
      notices.map(({ id }) => id),
    )
    .where('superseded', '=', false)
    .orderBy('position')
    .execute();
  return notices.map((notice) => ({
    ...notice,
    kind: notice.kind as NoticeKind,
    mails: mails
      .filter(({ batchId }) => batchId === notice.id)
      .map(({ position, state, error, at }) => ({
        person: PERSONS[position]!,
        state: state as DeliveryState,
        returned: returnedStatus(error),
        at,
      })),
  }));
}

/** Notices of a request of these kinds, a mail of which still waits. */
export const waitingNotices = (db: Executor, workspaceId: string, requestId: string, kinds: readonly NoticeKind[]) =>
  db
    .selectFrom('requestNotices as n')
    .select(['n.id', 'n.kind', 'n.facts'])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.requestId', '=', requestId)
    .where('n.kind', 'in', [...kinds])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mailDeliveries as d')
          .select('d.mailId')
          .whereRef('d.workspaceId', '=', 'n.workspaceId')
          .whereRef('d.batchId', '=', 'n.id')
          .where('d.state', '=', 'waiting'),
      ),
    )
    .execute();

/** Stores a mail of a notice; an earlier one to the same person is superseded. */
export async function insertDelivery(
  trx: Trx,
  where: { workspaceId: string; requestId: string; noticeId: string; person: Person },
  mail: { id: string; state: 'waiting' | 'kept'; at: Date },
): Promise<void> {
  const { workspaceId, requestId, noticeId } = where;
  const position = PERSONS.indexOf(where.person);
  await trx
    .updateTable('mailDeliveries')
    .set({ superseded: true })
    .where('workspaceId', '=', workspaceId)
    .where('batchId', '=', noticeId)
    .where('position', '=', position)
    .where('superseded', '=', false)
    .execute();
  await trx
    .insertInto('mailDeliveries')
    .values({
      workspaceId,
      mailId: mail.id,
      entity: ENTITY,
      entityId: requestId,
      batchId: noticeId,
      position,
      written: true,
      state: mail.state,
      settledAt: mail.state === 'kept' ? mail.at : null,
    })
    .execute();
}

/** A notice as stored. */
export const findNotice = (db: Executor, workspaceId: string, { id, requestId }: { id: string; requestId: string }) =>
  db
    .selectFrom('requestNotices')
    .select(['id', 'kind', 'facts', 'at'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .where('id', '=', id)
    .executeTakeFirst();

/** A notice is mailed again: staff are notified again if none of its mails arrives. */
export async function forgetUndelivered(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('requestNotices')
    .set({ undeliveredAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** An array of ids for Postgres. */
export const uuids = (ids: readonly string[]): RawBuilder<string[]> => sql<string[]>`${[...ids]}::uuid[]`;
