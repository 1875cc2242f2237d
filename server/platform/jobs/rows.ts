import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { JobKind } from '../../../shared/job/schema.ts';

/** Jobs that a list is made of, the newest: ended ones go after a day. */
const MOST = 5000;

/** A job of a workspace as the queues have it. Its data and what an error said stay there. */
export interface QueuedJob {
  readonly id: string;
  readonly name: JobKind;
  readonly workspaceId: string;
  /** Id of the row that it is about. */
  readonly key: string;
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  readonly retryCount: number;
  readonly retryLimit: number;
  readonly startAfter: string;
  readonly createdOn: string;
  readonly startedOn: string | null;
  readonly completedOn: string | null;
  /** What ended the last try. */
  readonly message: string | null;
  readonly code: string | null;
}

/** The newest job of each row of these workspaces, by the index that `prepareJobs` makes. */
export const newestJobs = (kinds: readonly JobKind[], workspaceIds: readonly string[]) => sql`
  select distinct on (name, singleton_key) id, name, data ->> 'workspaceId' as workspace_id, singleton_key as key, state::text as state,
    retry_count, retry_limit, start_after, created_on, started_on, completed_on,
    coalesce(output ->> 'message', output -> 'value' ->> 'message') as message, output ->> 'code' as code
  from pgboss.job
  where name = any(${[...kinds]}::text[]) and data ->> 'workspaceId' = any(${[...workspaceIds]}::text[]) and singleton_key is not null
  order by name, singleton_key, created_on desc, id desc`;

/** The newest job of each row of these workspaces; `id`: that job alone. */
export async function findJobs(
  db: Db,
  kinds: readonly JobKind[],
  { workspaceIds, id }: { workspaceIds: readonly string[]; id?: string },
): Promise<QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`
    select * from (${newestJobs(kinds, workspaceIds)}) as newest
    where ${id === undefined ? sql`true` : sql`id = ${id}::uuid`}
    order by created_on desc limit ${MOST}`.execute(db);
  return rows;
}
