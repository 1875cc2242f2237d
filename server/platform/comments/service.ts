import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type addComment,
  COMMENT_LIMIT,
  type CommentThreads,
  type listComments,
  type settleComments,
} from '../../../shared/comment/schema.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../actor.ts';
import { requirePermission } from '../auth/permission.ts';
import { activeAmong } from '../auth/personnel.ts';
import { oneAtATime } from '../database/locks.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import type { Commented, CommentKind } from './commentKind.ts';
import { threadsOf } from './queries.ts';

type Commenting = z.output<typeof listComments>;

/** Comments of a record, by thread. @throws 403, 404 for a record that the caller may not read */
export const list = (ctx: WorkspaceContext, record: Commenting): Promise<CommentThreads> =>
  ctx.read(async (trx) => {
    const [, threads] = await Promise.all([foundOf(trx, ctx, record), threadsOf(trx, ctx.workspace.id, record)]);
    return threads;
  });

/**
 * Begins a thread or answers one, which is open again then. Whom it mentions, their bell names. The same `commentId`
 * again is the same comment: nothing is added, and nobody's bell rings twice.
 * @throws as `list`, 400 for a `commentId` that cannot be used, 400 `comment.mention` for somebody who may not read the
 * record, 404 `comment.threadNotFound`, 409 `comment.full`
 */
export const add = (
  ctx: WorkspaceContext,
  { field, threadId, commentId: id = randomUUIDv7(), body, mentionIds, ...record }: z.output<typeof addComment>,
): Promise<CommentThreads> =>
  ctx.transaction(async (trx) => {
    const { kind, found } = await foundOf(trx, ctx, record);
    const { workspaceId, personnelId: createdBy, at: createdAt } = actorOf(ctx);
    const { entity, id: entityId } = record;
    await oneAtATime(trx, workspaceId, `comments of ${entityId}`);
    if (await isWritten(trx, { workspaceId, id, createdBy }, record)) return threadsOf(trx, workspaceId, record);
    const mentions = [...new Set(mentionIds)];
    await assertMentionable(trx, workspaceId, kind, mentions);
    await assertRoom(trx, workspaceId, record);
    const thread = threadId === null ? undefined : await lockedThread(trx, workspaceId, record, threadId);
    await trx
      .insertInto('comments')
      .values({
        workspaceId,
        id,
        entity,
        entityId,
        field: thread?.field ?? field,
        threadId: threadId ?? id,
        body,
        mentions,
        createdBy,
        createdAt,
      })
      .execute();
    if (thread?.resolvedAt) await write(trx, workspaceId, thread.id, { resolvedAt: null, resolvedBy: null });
    await emit(trx, actorOf(ctx), {
      event: kind.events.commented,
      entityId,
      subject: found.name,
      notify: mentions,
      ...(found.recipients && { recipients: found.recipients }),
    });
    return threadsOf(trx, workspaceId, record);
  });

/**
 * Resolves a thread, or opens it again; one that is so already stays. @throws as `list`, 404 `comment.threadNotFound`
 */
export const settle = (
  ctx: WorkspaceContext,
  { threadId, resolved, ...record }: z.output<typeof settleComments>,
): Promise<CommentThreads> =>
  ctx.transaction(async (trx) => {
    const { kind, found } = await foundOf(trx, ctx, record);
    const { workspaceId, personnelId, at } = actorOf(ctx);
    const thread = await lockedThread(trx, workspaceId, record, threadId);
    if ((thread.resolvedAt !== null) !== resolved) {
      const settled = resolved ? { resolvedAt: at, resolvedBy: personnelId } : { resolvedAt: null, resolvedBy: null };
      await write(trx, workspaceId, threadId, settled);
      await emit(trx, actorOf(ctx), {
        event: resolved ? kind.events.resolved : kind.events.reopened,
        entityId: record.id,
        subject: found.name,
        ...(found.recipients && { recipients: found.recipients }),
      });
    }
    return threadsOf(trx, workspaceId, record);
  });

/**
 * Lets those in who may read the record.
 * @throws 400 for a kind that no module declares, 403 without its permission; 404 for a record that is not there or not
 * the caller's to read
 */
async function foundOf(
  trx: Trx,
  ctx: WorkspaceContext,
  { entity, id }: Commenting,
): Promise<{ kind: CommentKind; found: Commented }> {
  const kind = ctx.deps.modules.comments.get(entity);
  if (!kind) throw appError('BAD_REQUEST', { at: 'entity', text: 'errors:choice' });
  requirePermission(ctx.standing, kind.permission);
  return { kind, found: await kind.find(trx, ctx, id) };
}

/**
 * Whether the author has written the comment of this id about the record already.
 * @throws 400 for one of somebody else, or about another record, of which nothing is told
 */
async function isWritten(
  trx: Trx,
  { workspaceId, id, createdBy }: { workspaceId: string; id: string; createdBy: string | null },
  record: Commenting,
): Promise<boolean> {
  const found = await trx
    .selectFrom('comments')
    .select(['entity', 'entityId', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return false;
  if (found.createdBy !== createdBy || found.entity !== record.entity || found.entityId !== record.id)
    throw appError('BAD_REQUEST', { at: 'commentId', text: 'errors:invalid' });
  return true;
}

async function assertMentionable(
  trx: Trx,
  workspaceId: string,
  { permission }: CommentKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const mentionable = await activeAmong(trx, workspaceId, ids, rolesWith(permission));
  if (mentionable.size < ids.length) throw appError('comment.mention', { at: 'mentionIds' });
}

async function assertRoom(trx: Trx, workspaceId: string, { entity, id }: Commenting): Promise<void> {
  const { total } = await trx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspaceId', '=', workspaceId)
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(total) >= COMMENT_LIMIT) throw appError('comment.full', { values: { limit: COMMENT_LIMIT } });
}

/** The first comment of a thread. @throws 404 for one of another record */
async function lockedThread(trx: Trx, workspaceId: string, { entity, id }: Commenting, threadId: string) {
  const row = await trx
    .selectFrom('comments')
    .select(['id', 'field', 'resolvedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where('id', '=', threadId)
    .whereRef('threadId', '=', 'id')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw appError('comment.threadNotFound');
  return row;
}

const write = (
  trx: Trx,
  workspaceId: string,
  threadId: string,
  settled: { resolvedAt: Date | null; resolvedBy: string | null },
) =>
  trx.updateTable('comments').set(settled).where('workspaceId', '=', workspaceId).where('id', '=', threadId).execute();
