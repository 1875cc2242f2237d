import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type ActivityModule, EVENTS, type EventName } from '../../../shared/registry/events.ts';
import { UNREAD_LIMIT } from '../../../shared/notification/schema.ts';

type Module = 'ALL' | ActivityModule;

/** Events that appear in the bell; the others only refresh open screens. */
const BELL = (Object.keys(EVENTS) as EventName[]).filter((event) => EVENTS[event].bell === 'all');

/** Where a page of the bell continues: the last entry of the previous one. */
export interface Cursor {
  createdAt: string;
  id: string;
}

/** Whose bell it is. `readsLog`: they can read the activity log, so all events of the bell are for them. */
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
  /** For sentences with a number. */
  changes: unknown;
  createdAt: Date;
}

/**
 * A condition on entries, by the columns of moment and id of the table that is read, so that its index is used. `a` is
 * the entry itself.
 */
type Within = (createdAt: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>;

const moduleFilter = (module: Module) => (module === 'ALL' ? sql`true` : sql`a.module = ${module}`);

/** Entries that name the reader; for readers of the log those that are not in everybody's bell. */
const naming = ({ workspaceId, personnelId, readsLog }: Reader, module: Module, within: Within) => sql`
  from personal_notices as n join activity_logs as a on a.workspace_id = n.workspace_id and a.id = n.activity_id
  where n.workspace_id = ${workspaceId} and n.personnel_id = ${personnelId} and ${readsLog ? sql`n.silent` : sql`true`} and ${moduleFilter(module)} and ${within(sql.ref('n.createdAt'), sql.ref('n.activityId'))}
  order by n.created_at desc, n.activity_id desc`;

/**
 * All events of the bell. `in_bell` is what the index of migration 270 has; it is true as well of entries that were
 * written by functions of the database, and of events that have left the bell since.
 */
const ofEverybody = ({ workspaceId }: Reader, module: Module, within: Within) => sql`
  from activity_logs as a
  where a.workspace_id = ${workspaceId} and a.in_bell and a.event in (${sql.join(BELL)}) and ${moduleFilter(module)} and ${within(sql.ref('a.createdAt'), sql.ref('a.id'))}
  order by a.created_at desc, a.id desc`;

/**
 * Entries of a reader's bell, newest first, at most `limit` from either table: those that name the reader, and for
 * readers of the log all events of the bell. Each table is read by its own index.
 */
function bellOf(reader: Reader, module: Module, limit: number, within: Within): RawBuilder<Line> {
  const columns = sql`a.workspace_id, a.id, a.module, a.event, a.entity, a.entity_id, a.actor_id, a.subject, a.created_at, case when a.event = 'schedule.failed' then a.changes end as changes`;
  const named = sql<Line>`(select ${columns} ${naming(reader, module, within)} limit ${limit})`;
  if (!reader.readsLog) return named;
  return sql<Line>`(select ${columns} ${ofEverybody(reader, module, within)} limit ${limit}) union ${named}`;
}

/** The newest entries of a reader's bell, newest first, after `cursor`. */
export async function newest(
  trx: Trx,
  reader: Reader,
  filter: { module: Module; limit: number; cursor: Cursor | null },
) {
  const { module, limit, cursor } = filter;
  const within: Within = (createdAt, id) =>
    cursor ? sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)` : sql`true`;
  // A person's name is never stored as a subject; readers of the bell can read who it is. The moment also in
  // microseconds: the cursor must not skip entries of the same millisecond.
  const { rows } = await sql<Line & { exactly: string }>`
    select a.id, a.module, a.event, a.entity, a.entity_id, a.actor_id, coalesce(nullif(a.subject, ''), p.name, '') as subject, a.created_at::text as exactly, a.created_at, a.changes
    from (${bellOf(reader, module, limit, within)}) as a left join personnel as p on p.workspace_id = a.workspace_id and p.id = a.entity_id
    order by a.created_at desc, a.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Until when a person has read their bell; entries from before they joined count as read. */
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

/**
 * The newest entries that are looked through for those of others: who makes all of them, or whose programs do, has none
 * to read and would have ever more looked through.
 */
const LOOKED_THROUGH = 10_000;

/** Entries of a reader's bell after `until` by others; counting stops one above `UNREAD_LIMIT`. */
export async function countUnread(trx: Trx, reader: Reader, module: Module, until: string): Promise<number> {
  const within: Within = (createdAt) => sql`${createdAt} > ${until}::timestamptz`;
  const byOthers = sql`a.actor_id is distinct from ${reader.personnelId}`;
  const limit = UNREAD_LIMIT + 1;
  const named = sql`(
    select a.id from (select a.id, a.actor_id ${naming(reader, module, within)} limit ${LOOKED_THROUGH}) as a where ${byOthers} limit ${limit})`;
  const all = sql`(
    select a.id from (select a.id, a.actor_id ${ofEverybody(reader, module, within)} limit ${LOOKED_THROUGH}) as a where ${byOthers} limit ${limit})`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${reader.readsLog ? sql`${all} union ${named}` : named}) as unread`.execute(trx);
  return Math.min(Number(rows[0]!.count), limit);
}

/** Moves a person's read mark forward, never back. */
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
