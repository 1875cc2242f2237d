import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Conversation, NoticeKind, resendNotice, sendMessage } from '../../../shared/requestMessage/schema.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { actorOf } from '../../platform/actor.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile } from '../../platform/files/service.ts';
import { emit } from '../../platform/live/emit.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as rows from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { messageFile } from './files.ts';
import { assertReadable, isReadable, messagesOf, writeMessage } from './messages.ts';
import { notify, writeMails } from './notify.ts';
import * as queries from './queries.ts';
import { sealedFacts } from './sealed.ts';

/** @throws 404 for a request that does not exist, or that the caller cannot read */
async function readable(trx: Trx, ctx: WorkspaceContext, id: string): Promise<rows.RequestRow> {
  const found = (await requests.mayReadWords(trx, ctx, id)) && (await rows.find(trx, ctx.workspace.id, id));
  if (!found) throw appError('request.notFound');
  return found;
}

async function view(trx: Trx, ctx: WorkspaceContext, request: rows.RequestRow): Promise<Conversation> {
  const { id } = request;
  const workspaceId = ctx.workspace.id;
  const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
  const [messages, notices, reachable] = await Promise.all([
    messagesOf(trx, key, workspaceId, id),
    queries.noticesOf(trx, workspaceId, id),
    isReadable(trx, actorOf(ctx), request),
  ]);
  return { messages, notices, reachable };
}

/** Messages of both sides about a request, and the mails to the data subject. @throws 404 */
export const list = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Conversation> =>
  ctx.read(async (trx) => view(trx, ctx, await readable(trx, ctx, id)));

/**
 * Sends a message to the data subject. A mail announces it, without its text. The same `messageId` again is the same
 * message.
 * @throws 404; 400 for a `messageId` that cannot be used; 409 `requestMessage.unreachable` where nobody has a link to
 * read it by; the errors of `attachFile`
 */
export const send = (
  ctx: WorkspaceContext,
  { id: requestId, messageId = randomUUIDv7(), text, fileIds }: z.output<typeof sendMessage>,
): Promise<Conversation> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId, personnelId, at } = actor;
    const request = await readable(trx, ctx, requestId);
    await rows.lock(trx, workspaceId, requestId);
    const found = await queries.findMessage(trx, workspaceId, messageId);
    if (found?.requestId === requestId) return view(trx, ctx, request);
    // Of another request: nothing is said of that one.
    if (found) throw appError('BAD_REQUEST', { at: 'messageId', text: 'errors:invalid' });
    await assertReadable(trx, actor, request);
    await writeMessage(trx, actor, requestId, { id: messageId, author: 'STAFF', kind: 'MESSAGE', text });
    for (const fileId of new Set(fileIds)) {
      // A file of an earlier message belongs to that message, one that the data subject has uploaded to them.
      if (await queries.findFile(trx, workspaceId, { requestId, fileId }))
        throw appError('file.notFound', { at: 'fileIds', status: 'BAD_REQUEST' });
      const facts = { workspaceId, ownerId: requestId, fileId, by: personnelId, field: 'fileIds' };
      await attachFile(trx, messageFile, facts);
      await trx
        .insertInto('requestMessageFiles')
        .values({ workspaceId, id: fileId, requestId, requestMessageId: messageId, createdAt: at })
        .execute();
    }
    await notify(trx, actor, requestId, { kind: 'MESSAGE', rights: [], reason: '' });
    await emit(trx, actor, {
      event: 'requestMessage.sent',
      entityId: requestId,
      subject: requestReference(request.number),
      recipients: await assigneesOf(trx, workspaceId, requestId),
    });
    return view(trx, ctx, request);
  });

/** How often staff mail notices of one request again. */
const RESENDS: Limit = { name: 'requestMessage.resends', max: 5, seconds: 3600 };

/**
 * Mails a notice again, to everybody with an address. @throws 404; 409 `requestMessage.unreachable`,
 * `requestMessage.notAwaited`, `requestAnswer.notReady`; 429
 */
export const resend = (
  ctx: WorkspaceContext,
  { id: requestId, noticeId }: z.output<typeof resendNotice>,
): Promise<Conversation> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId, deps } = actor;
    const request = await readable(trx, ctx, requestId);
    await rows.lock(trx, workspaceId, requestId);
    const notice = await queries.findNotice(trx, workspaceId, { id: noticeId, requestId });
    if (!notice) throw appError('request.notFound');
    await spend(deps, RESENDS, requestId);
    const facts = sealedFacts.open(await deps.keyring.workspaceKey(trx, workspaceId), notice.id, notice.facts);
    const kind = notice.kind as NoticeKind;
    const mails = await writeMails(trx, actor, requestId, { id: notice.id, kind, ...facts });
    if (mails === null) throw appError(kind === 'READY' ? 'requestAnswer.notReady' : 'requestMessage.notAwaited');
    if (mails === 0) throw appError('requestMessage.unreachable');
    await queries.forgetUndelivered(trx, workspaceId, notice.id);
    await emit(trx, actor, {
      event: 'requestMessage.resent',
      entityId: requestId,
      subject: requestReference(request.number),
      recipients: await assigneesOf(trx, workspaceId, requestId),
    });
    return view(trx, ctx, request);
  });

/** The assignees of a request's rights. */
export const assigneesOf = async (trx: Trx, workspaceId: string, requestId: string): Promise<string[]> => [
  ...new Set((await rows.rightsOf(trx, workspaceId, [requestId])).flatMap(({ assigneeId }) => assigneeId ?? [])),
];
