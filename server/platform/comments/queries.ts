import { sql } from 'kysely';
import { namedOf } from '../records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { CommentThread, CommentThreads } from '../../../shared/comment/schema.ts';

interface Row {
  readonly id: string;
  readonly threadId: string;
  readonly field: string;
  readonly body: string;
  readonly mentions: CommentThread['comments'][number]['mentions'];
  readonly createdBy: string | null;
  readonly createdByName: string | null;
  readonly createdAt: string;
  readonly resolvedBy: string | null;
  readonly resolvedByName: string | null;
  readonly resolvedAt: string | null;
}

/** Threads of a record, in the order in which they began, with their comments as they were written. */
export async function threadsOf(
  trx: Trx,
  workspaceId: string,
  { entity, id }: { entity: string; id: string },
): Promise<CommentThreads> {
  const { rows } = await sql<Row>`
    select c.id, c.thread_id, c.field, c.body, c.created_by, a.name as created_by_name, c.created_at,
           c.resolved_by, r.name as resolved_by_name, c.resolved_at,
           coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
                       from personnel p where p.workspace_id = c.workspace_id and p.id = any(c.mentions)), '[]') as mentions
      from comments c
      left join personnel a on a.workspace_id = c.workspace_id and a.id = c.created_by
      left join personnel r on r.workspace_id = c.workspace_id and r.id = c.resolved_by
     where c.workspace_id = ${workspaceId} and c.entity = ${entity} and c.entity_id = ${id}
     order by c.created_at, c.id`.execute(trx);
  const first = rows.filter((row) => row.id === row.threadId);
  return {
    threads: first.map(({ id: threadId, field, resolvedBy, resolvedByName, resolvedAt }) => ({
      id: threadId,
      field,
      resolvedBy: namedOf(resolvedBy, resolvedByName),
      resolvedAt,
      comments: rows
        .filter((row) => row.threadId === threadId)
        .map((row) => ({
          id: row.id,
          body: row.body,
          mentions: row.mentions,
          createdBy: namedOf(row.createdBy, row.createdByName),
          createdAt: row.createdAt,
        })),
    })),
  };
}

/** Takes the comments of a record away with it. */
export async function forgetComments(trx: Trx, workspaceId: string, entity: string, id: string): Promise<void> {
  await trx
    .deleteFrom('comments')
    .where('workspaceId', '=', workspaceId)
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .execute();
}
