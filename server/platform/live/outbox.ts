import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { EVENTS, type EventName } from '../../../shared/registry/events.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { Position } from './position.ts';

/** An event on its way from the outbox to those who may see it. */
export interface RelayedEvent {
  /** Its position, as text. */
  readonly seq: string;
  readonly event: EventName;
  readonly entity: string;
  readonly id: string;
  readonly workspaceId: string;
  readonly actorId: string | null;
  /** Personnel who may see the record; null: everyone the event is for. */
  readonly recipients: readonly string[] | null;
  readonly audience: Permission;
}

/** A row of the outbox, numbers as text: both grow past 2^53 one day. */
export interface OutboxRow {
  xid: string;
  seq: string;
  workspace_id: string;
  event: string;
  entity: string;
  entity_id: string;
  actor_id: string | null;
  recipients: string[] | null;
}

/**
 * The event of a row, or null when a newer version of the product wrote it and this node cannot tell whom it is for.
 */
export function eventOf(row: OutboxRow): RelayedEvent | null {
  if (!Object.hasOwn(EVENTS, row.event)) return null;
  const event = row.event as EventName;
  return {
    seq: `${row.xid}-${row.seq}`,
    event,
    entity: row.entity,
    id: row.entity_id,
    workspaceId: row.workspace_id,
    actorId: row.actor_id,
    recipients: row.recipients,
    audience: EVENTS[event].audience,
  };
}

/** Most rows a reader is handed on resuming; one who missed more fetches everything again. */
export const REPLAY_LIMIT = 1000;

/**
 * Rows of a workspace after `from` up to and with `to`, in order; null when the stream cannot be resumed from there:
 * the position is not of this database, rows after it were dropped, or there are more than `REPLAY_LIMIT`.
 */
export async function readSince(
  systemDb: Kysely<DB>,
  workspaceId: string,
  from: Position,
  to: Position,
): Promise<RelayedEvent[] | null> {
  const start = sql`(${String(from.xid)}::xid8, ${String(from.seq)}::bigint)`;
  const end = sql`(${String(to.xid)}::xid8, ${String(to.seq)}::bigint)`;
  // Everything after the horizon is there; days before it were dropped (migration 016).
  const { rows: facts } = await sql<{ known: boolean }>`
    select ${String(from.xid)}::xid8 < pg_snapshot_xmax(pg_current_snapshot())
       and exists (select from outbox_horizon where (xid, seq) <= ${start}) as known`.execute(systemDb);
  if (!facts[0]?.known) return null;
  const { rows } = await sql<OutboxRow>`
    select xid::text as xid, seq::text as seq, workspace_id, event, entity, entity_id, actor_id, recipients
      from outbox
     where workspace_id = ${workspaceId} and (xid, seq) > ${start} and (xid, seq) <= ${end}
     order by outbox.xid, outbox.seq
     limit ${REPLAY_LIMIT + 1}`.execute(systemDb.withoutPlugins());
  if (rows.length > REPLAY_LIMIT) return null;
  return rows.map(eventOf).filter((event) => event !== null);
}

/** A position from the parts a query gives. */
export const positionOf = (row: { xid: string; seq: string }): Position => ({
  xid: BigInt(row.xid),
  seq: BigInt(row.seq),
});
