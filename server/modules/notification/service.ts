import type { z } from 'zod';
import { ACTIVITY_SEPARATOR } from '../../../shared/constants.ts';
import type {
  Notification,
  NotificationListInput,
  liveInput,
  markReadInput,
  unreadInput,
} from '../../../shared/notification/schema.ts';
import { UNREAD_LIMIT } from '../../../shared/notification/schema.ts';
import { may } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { LiveStream } from '../../platform/live/stream.ts';
import { activityText } from '../activityLog/sentence.ts';
import * as queries from './queries.ts';

/** The caller's permission to read the workspace's live events with their current rights. */
export function live(ctx: WorkspaceContext, input: z.infer<typeof liveInput>): LiveStream {
  return new LiveStream({
    workspaceId: ctx.workspace.id,
    personnelId: ctx.personnel.id,
    standing: ctx.standing,
    lastEventId: input.lastEventId,
  });
}

/** Those who can read the activity log are notified of all events of the bell, the others of events that name them. */
const readerOf = (ctx: WorkspaceContext): queries.Reader => ({
  workspaceId: ctx.workspace.id,
  personnelId: ctx.personnel.id,
  readsLog: may(ctx.standing, 'activityLog.read'),
});

/** A page of the bell, newest first. @throws badRequest for an invalid cursor */
export async function list(
  ctx: WorkspaceContext,
  input: NotificationListInput,
): Promise<{ collection: Notification[]; nextCursor: string | null }> {
  const cursor = input.cursor === undefined ? null : readCursor(input.cursor);
  const { rows, until } = await ctx.transaction(async (trx) => ({
    until: await queries.readUntil(trx, ctx.workspace.id, ctx.personnel.id),
    rows: await queries.newest(trx, readerOf(ctx), { module: input.module, limit: input.pageSize + 1, cursor }),
  }));
  const page = rows.slice(0, input.pageSize);
  const readAt = new Date(until).getTime();
  const collection = page.map((row) => {
    const text = activityText(ctx.locale, row);
    return {
      id: row.id,
      text,
      title: text.slice(text.indexOf(ACTIVITY_SEPARATOR) + ACTIVITY_SEPARATOR.length),
      createdAt: new Date(row.createdAt).toISOString(),
      module: row.module,
      event: row.event,
      entity: row.entity,
      entityId: row.entityId,
      unread: row.actorId !== ctx.personnel.id && new Date(row.createdAt).getTime() > readAt,
    };
  });
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return { collection, nextCursor: last ? `${last.exactly}_${last.id}` : null };
}

/** How many entries by others are newer than the caller's last reading, up to 99. */
export async function unread(
  ctx: WorkspaceContext,
  input: z.infer<typeof unreadInput>,
): Promise<{ count: number; more: boolean }> {
  const found = await ctx.transaction(async (trx) => {
    const until = await queries.readUntil(trx, ctx.workspace.id, ctx.personnel.id);
    return queries.countUnread(trx, readerOf(ctx), input.module, until);
  });
  return { count: Math.min(found, UNREAD_LIMIT), more: found > UNREAD_LIMIT };
}

/** Marks the caller's bell as read up to `upTo`, or completely. */
export async function markRead(
  ctx: WorkspaceContext,
  input: z.infer<typeof markReadInput>,
): Promise<Record<string, never>> {
  const now = ctx.deps.now();
  const upTo = input.upTo === undefined ? now : new Date(Math.min(new Date(input.upTo).getTime(), now.getTime()));
  await ctx.transaction((trx) => queries.mark(trx, ctx.workspace.id, ctx.personnel.id, upTo));
  return {};
}

function readCursor(text: string): queries.Cursor {
  const match =
    /^([1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      text,
    );
  if (!match || Number.isNaN(new Date(match[1]!).getTime()))
    throw appError('BAD_REQUEST', { at: 'cursor', text: 'errors:id' });
  return { createdAt: match[1]!, id: match[2]! };
}
