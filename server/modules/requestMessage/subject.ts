import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { HOUR, MINUTE, SECOND } from '../../../shared/duration.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { isClosed } from '../../../shared/request/stage.ts';
import { FRESH_MINUTES } from '../../../shared/requestAnswer/person.ts';
import {
  type readProgress,
  type RequestProgress,
  type takeBack,
  type writeMessage as writeMessageInput,
} from '../../../shared/requestMessage/schema.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { attachGenerated } from '../../platform/files/service.ts';
import { emit } from '../../platform/live/emit.ts';
import type { RequestContext } from '../../platform/trpc/context.ts';
import * as rows from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { asSubject, type DataSubject } from '../requestIdentity/access.ts';
import { messageFile } from './files.ts';
import { writeMessage } from './messages.ts';
import { notify } from './notify.ts';
import { progressOf, revisionOf } from './progress.ts';
import * as queries from './queries.ts';
import { assigneesOf } from './service.ts';

/** For one request, from any address. */
const MESSAGES: Limit = { name: 'requestMessage.messages', max: 20, seconds: HOUR / SECOND };
const FILES: Limit = { name: 'requestMessage.files', max: 20, seconds: HOUR / SECOND };

/**
 * The status of a request, for data subjects who entered its code; null where nothing has changed. @throws 401
 * `requestIdentity.session`
 */
export const read = (
  ctx: RequestContext,
  { session, revision }: z.output<typeof readProgress>,
): Promise<RequestProgress | null> =>
  asSubject(ctx, session, async (trx, subject) =>
    (await revisionOf(trx, subject)) === revision ? null : progressOf(trx, subject),
  );

/**
 * Stores a message of the data subject: an answer where a question is open, and then the rights move on. The same `id`
 * again is the same message.
 * @throws 401; 400 for an `id` that cannot be used; 409 `requestMessage.closed` when the request is closed; 400
 * `requestMessage.file` for a file that they cannot send; 429
 */
export const write = (
  ctx: RequestContext,
  { session, id, text, fileIds }: z.output<typeof writeMessageInput>,
): Promise<RequestProgress> =>
  asSubject(ctx, session, async (trx, subject) => {
    const { workspaceId, requestId } = subject;
    await rows.lock(trx, workspaceId, requestId);
    const found = await queries.findMessage(trx, workspaceId, id);
    if (found?.requestId === requestId) return progressOf(trx, subject);
    // Of another request: nothing is said of that one.
    if (found) throw appError('BAD_REQUEST', { at: 'id', text: 'errors:invalid' });
    await spend(ctx.deps, MESSAGES, requestId);
    await takeMessage(trx, subject, { id, text, fileIds });
    return progressOf(trx, subject);
  });

/** Stores a message that does not exist yet. @throws 409, 400 as `write` does */
export async function takeMessage(
  trx: Trx,
  subject: DataSubject,
  { id, text, fileIds }: Omit<z.output<typeof writeMessageInput>, 'session'>,
): Promise<void> {
  const { workspaceId, requestId, person } = subject;
  const request = (await rows.find(trx, workspaceId, requestId))!;
  const rights = await rows.rightsOf(trx, workspaceId, [requestId]);
  if (rights.every(({ stage }) => isClosed(stage))) throw appError('requestMessage.closed');
  const kind = rights.some(({ stage }) => stage === 'WAITING') ? 'ANSWER' : 'MESSAGE';
  await writeMessage(trx, subject, requestId, { id, author: person, kind, text });
  await sendFiles(trx, subject, id, fileIds);
  if (kind === 'ANSWER') await answer(trx, subject);
  const assignees = await assigneesOf(trx, workspaceId, requestId);
  await emit(trx, subject, {
    event: 'requestMessage.received',
    entityId: requestId,
    subject: requestReference(request.number),
    recipients: assignees,
    notify: [...assignees, ...(await requests.managersOf(trx, workspaceId))],
  });
}

/** The question is answered: the rights resume, with their due moments later by the days of the pause. */
async function answer(trx: Trx, subject: DataSubject): Promise<void> {
  const { workspaceId, requestId } = subject;
  const moved = await requests.moveBySubject(trx, subject, requestId, { action: 'answer', event: 'request.answered' });
  const due = await progressOf(trx, { ...subject, workspaceId });
  await notify(trx, subject, requestId, {
    kind: 'ANSWERED',
    by: subject.person,
    rights: moved.map(({ id, nameTh, nameEn }) => ({
      name: { th: nameTh, en: nameEn },
      until: due.rights.find((right) => right.id === id)?.clock?.dueAt ?? null,
      section: null,
      groundCode: null,
    })),
    reason: '',
  });
}

/** Attaches files that the data subject uploaded for this request to a message. @throws 400 `requestMessage.file` */
async function sendFiles(
  trx: Trx,
  { workspaceId, requestId }: DataSubject,
  requestMessageId: string,
  fileIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('requestMessageFiles')
    .set({ requestMessageId })
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .where('requestMessageId', 'is', null)
    .where('id', 'in', ids)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== ids.length) throw appError('requestMessage.file', { at: 'fileIds' });
}

/** Counts an upload. @throws 401, 409 `requestMessage.closed`, 429 */
export const countUpload = (ctx: RequestContext, session: string): Promise<{ workspaceId: string }> =>
  asSubject(ctx, session, async (trx, { workspaceId, requestId }) => {
    const rights = await rows.rightsOf(trx, workspaceId, [requestId]);
    if (rights.every(({ stage }) => isClosed(stage))) throw appError('requestMessage.closed');
    await spend(ctx.deps, FILES, requestId);
    return { workspaceId };
  });

/** Registers a stored file as one that the data subject can send; unsent, it is deleted after a day. @throws 401 */
export const noteUpload = (ctx: RequestContext, session: string, fileId: string): Promise<void> =>
  asSubject(ctx, session, async (trx, { workspaceId, requestId, at }) => {
    await attachGenerated(trx, messageFile, { workspaceId, ownerId: requestId, fileId, at: null });
    await trx
      .insertInto('requestMessageFiles')
      .values({ workspaceId, id: fileId, requestId, requestMessageId: null, createdAt: at })
      .execute();
  });

/** A file of a message of this request. @throws 401, 404 */
export const findSent = (ctx: RequestContext, session: string, fileId: string) =>
  asSubject(ctx, session, async (trx, { workspaceId, requestId }) => {
    const sent = await queries.findFile(trx, workspaceId, { requestId, fileId });
    if (!sent?.requestMessageId) throw appError('file.notFound');
    return { workspaceId, ownerId: requestId, fileId };
  });

/**
 * Withdraws rights, after a fresh code.
 * @throws 401; 403 `requestMessage.freshCode` where the code was entered too long ago; 409
 * `requestMessage.notWithdrawable` where one of them is closed
 */
export const withdraw = (
  ctx: RequestContext,
  { session, rightIds }: z.output<typeof takeBack>,
): Promise<RequestProgress> =>
  asSubject(ctx, session, async (trx, subject) => {
    const { at, codeEnteredAt } = subject;
    if (at.getTime() - codeEnteredAt.getTime() > FRESH_MINUTES * MINUTE) throw appError('requestMessage.freshCode');
    await takeRightsBack(trx, subject, rightIds);
    return progressOf(trx, subject);
  });

/** Withdraws rights; the caller has checked the permission. @throws 409 as `withdraw` does */
export async function takeRightsBack(trx: Trx, subject: DataSubject, rightIds: readonly string[]): Promise<void> {
  const { requestId } = subject;
  const moved = await requests.moveBySubject(trx, subject, requestId, {
    action: 'withdraw',
    event: 'request.withdrawn',
    rightIds,
  });
  if (moved.length !== new Set(rightIds).size) throw appError('requestMessage.notWithdrawable');
  await notify(trx, subject, requestId, {
    kind: 'WITHDRAWN',
    by: subject.person,
    rights: moved.map(({ nameTh, nameEn }) => ({
      name: { th: nameTh, en: nameEn },
      until: null,
      section: null,
      groundCode: null,
    })),
    reason: '',
  });
}
