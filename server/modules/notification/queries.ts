import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type ActivityModule, EVENTS, type EventName } from '../../../shared/registry/events.ts';
import { UNREAD_LIMIT } from '../../../shared/notification/schema.ts';

type Module = 'ALL' | ActivityModule;

/** Events that ring the bell; the others only refresh open screens. */
const BELL = (Object.keys(EVENTS) as EventName[]).filter((event) => EVENTS[event].bell === 'all');

/** Where a page of the bell goes on: the last line of the one before. */
export interface Cursor {
  createdAt: string;
  id: string;
}

/** Whose bell it is. `readsLog`: they read the activity log, so that whatever rings the bell is told to them. */
export interface Reader {
  workspaceId: string;
  personnelId: string;
  readsLog: boolean;
}

interface Line {
  id: string;
  module: ActivityModule;
  event: EventName;
  entity: string;
  entityId: string;
  actorId: string | null;
  subject: string;
  /** Of those whose sentence names a number. */
  changes: unknown;
  createdAt: Date;
}

/**
 * Which lines are meant, by the columns of moment and id of the place that is read, so that its index finds them. `a`
 * is the line itself.
 */
type Within = (createdAt: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Lines of a reader's bell, newest first, at most `limit` from either place: what was told to them by name, and for
 * those who read the log what rings the bell by itself. Each place is read by its own index.
 */
function bellOf(
  { workspaceId, personnelId, readsLog }: Reader,
  module: Module,
  limit: number,
  within: Within,
): RawBuilder<Line> {
  const columns = sql`a.workspace_id, a.id, a.module, a.event, a.entity, a.entity_id, a.actor_id, a.subject, a.created_at, case when a.event = 'schedule.failed' then a.changes end as changes`;
  const moduleFilter = module === 'ALL' ? sql`true` : sql`a.module = ${module}`;
  const personal = sql<Line>`(
    select ${columns} from personal_notices as n join activity_logs as a on a.workspace_id = n.workspace_id and a.id = n.activity_id
    where n.workspace_id = ${workspaceId} and n.personnel_id = ${personnelId} and ${readsLog ? sql`n.silent` : sql`true`} and ${moduleFilter} and ${within(sql.ref('n.createdAt'), sql.ref('n.activityId'))}
    order by n.created_at desc, n.activity_id desc limit ${limit})`;
  if (!readsLog) return personal;
  return sql<Line>`(
    select ${columns} from activity_logs as a where a.workspace_id = ${workspaceId} and a.event in (${sql.join(BELL)}) and ${moduleFilter} and ${within(sql.ref('a.createdAt'), sql.ref('a.id'))}
    order by a.created_at desc, a.id desc limit ${limit}) union ${personal}`;
}

/** The newest lines of a reader's bell, newest first, after `cursor`. */
export async function newest(
  trx: Trx,
  reader: Reader,
  filter: { module: Module; limit: number; cursor: Cursor | null },
) {
  const { module, limit, cursor } = filter;
  const within: Within = (createdAt, id) =>
    cursor ? sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)` : sql`true`;
  // A person's name is never kept as a subject; those who read the bell may see who it is. The moment comes to the
  // microsecond as well: the cursor must not skip lines of the same millisecond.
  const { rows } = await sql<Line & { exactly: string }>`
    select a.id, a.module, a.event, a.entity, a.entity_id, a.actor_id, coalesce(nullif(a.subject, ''), p.name, '') as subject, a.created_at::text as exactly, a.created_at, a.changes
    from (${bellOf(reader, module, limit, within)}) as a left join personnel as p on p.workspace_id = a.workspace_id and p.id = a.entity_id
    order by a.created_at desc, a.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Until when a person has read their bell; what happened before they came counts as read. */
export async function readUntil(trx: Trx, workspaceId: string, personnelId: string): Promise<string> {
  const row = await trx
    .selectFrom('personnel as p')
    .leftJoin('notificationMarks as m', (join) =>
      join.onRef('m.workspaceId', '=', 'p.workspaceId').onRef('m.personnelId', '=', 'p.id'),
    )
    .select(sql<string>`greatest(p.created_at, m.read_at)::text`.as('until'))
    .where('p.workspaceId', '=', workspaceId)
    .where('p.id', '=', personnelId)
    .executeTakeFirstOrThrow();
  return row.until;
}

/** Lines of a reader's bell after `until` that others made; counting stops one above `UNREAD_LIMIT`. */
export async function countUnread(trx: Trx, reader: Reader, module: Module, until: string): Promise<number> {
  const within: Within = (createdAt) =>
    sql`${createdAt} > ${until}::timestamptz and a.actor_id is distinct from ${reader.personnelId}`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${bellOf(reader, module, UNREAD_LIMIT + 1, within)}) as unread`.execute(trx);
  return Math.min(Number(rows[0]!.count), UNREAD_LIMIT + 1);
}

/** Moves a person's mark forward, never back. */
export async function mark(trx: Trx, workspaceId: string, personnelId: string, readAt: Date): Promise<void> {
  await trx
    .insertInto('notificationMarks')
    .values({ workspaceId, personnelId, readAt })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'personnelId'])
        .doUpdateSet({ readAt: sql`greatest(notification_marks.read_at, excluded.read_at)` }),
    )
    .execute();
}
