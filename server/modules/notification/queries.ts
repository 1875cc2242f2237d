import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type ActivityModule, EVENTS, type EventName } from '../../../shared/events.ts';
import { UNREAD_LIMIT } from '../../../shared/notification.ts';

type Module = 'ALL' | ActivityModule;

/** Events that ring the bell; the others only refresh open screens. */
const BELL = (Object.keys(EVENTS) as EventName[]).filter((event) => EVENTS[event].bell);

/** Where a page of the bell goes on: the last line of the one before. */
export interface Cursor {
  createdAt: string;
  id: string;
}

function bellOf(trx: Trx, workspaceId: string, module: Module) {
  const rows = trx.selectFrom('activityLogs as a').where('a.workspaceId', '=', workspaceId).where('a.event', 'in', BELL);
  return module === 'ALL' ? rows : rows.where('a.module', '=', module);
}

/** The newest lines of a module's bell, newest first, after `cursor`. */
export function newest(trx: Trx, workspaceId: string, filter: { module: Module; limit: number; cursor: Cursor | null }) {
  const { module, limit, cursor } = filter;
  const rows = cursor
    ? bellOf(trx, workspaceId, module).where(sql<boolean>`(a.created_at, a.id) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`)
    : bellOf(trx, workspaceId, module);
  return rows
    // A person's name is never kept as a subject; those who read the bell may see who it is.
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'a.workspaceId').onRef('p.id', '=', 'a.entityId'))
    .select(['a.id', 'a.module', 'a.event', 'a.entity', 'a.entityId', 'a.actorId', sql<string>`coalesce(nullif(a.subject, ''), p.name, '')`.as('subject')])
    // To the microsecond: the cursor must not skip lines of the same millisecond.
    .select([sql<string>`a.created_at::text`.as('exactly'), 'a.createdAt'])
    .orderBy('a.createdAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** Until when a person has read his bell; what happened before he came counts as read. */
export async function readUntil(trx: Trx, workspaceId: string, personnelId: string): Promise<string> {
  const row = await trx
    .selectFrom('personnel as p')
    .leftJoin('notificationMarks as m', (join) => join.onRef('m.workspaceId', '=', 'p.workspaceId').onRef('m.personnelId', '=', 'p.id'))
    .select(sql<string>`greatest(p.created_at, m.read_at)::text`.as('until'))
    .where('p.workspaceId', '=', workspaceId)
    .where('p.id', '=', personnelId)
    .executeTakeFirstOrThrow();
  return row.until;
}

/** Lines of a module's bell after `until` that others made; counting stops one above `UNREAD_LIMIT`. */
export async function countUnread(trx: Trx, workspaceId: string, personnelId: string, module: Module, until: string): Promise<number> {
  const row = await trx
    .selectFrom(
      bellOf(trx, workspaceId, module)
        .select(sql<number>`1`.as('one'))
        .where(sql<boolean>`a.created_at > ${until}::timestamptz`)
        .where((where) => where.or([where('a.actorId', 'is', null), where('a.actorId', '!=', personnelId)]))
        .limit(UNREAD_LIMIT + 1)
        .as('unread'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Moves a person's mark forward, never back. */
export async function mark(trx: Trx, workspaceId: string, personnelId: string, readAt: Date): Promise<void> {
  await trx
    .insertInto('notificationMarks')
    .values({ workspaceId, personnelId, readAt })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'personnelId']).doUpdateSet({ readAt: sql`greatest(notification_marks.read_at, excluded.read_at)` }),
    )
    .execute();
}
