import { sql } from 'kysely';
import type { Executor } from '../../../../db/client.ts';
import { items } from '../queries.ts';

/** Notices for the register, in the order of the ids. */
export const registered = (db: Executor, workspaceId: string, ids: readonly string[], today: string) =>
  items(db, workspaceId, today)
    .select(['v.sha256', 'v.sha256Th', 'v.sha256En', 'v.publishedAt'])
    .select(
      sql<string[]>`array(select a.name from privacy_notice_applications x
        join applications a on a.workspace_id = x.workspace_id and a.id = x.application_id
       where x.workspace_id = n.workspace_id and x.privacy_notice_id = n.id order by a.name collate thai, a.id)`.as(
        'applications',
      ),
    )
    .where('n.id', 'in', ids)
    .orderBy('n.id', 'desc')
    .execute();
export type RegisteredNotice = Awaited<ReturnType<typeof registered>>[number];
