import type { Db, Executor } from '../../../db/client.ts';
import type { Flags } from '../../../shared/registry/flags.ts';

/** The workspace of a link that is in use. Nothing else of a workspace is seen without one. */
export const workspaceOf = async (systemDb: Db, token: string): Promise<string | undefined> =>
  (
    await systemDb
      .selectFrom('incidentSettings')
      .select('workspaceId')
      .where('publicToken', '=', token)
      .where('publicForm', '=', true)
      .executeTakeFirst()
  )?.workspaceId;

export interface Owner {
  organization: string;
  workspace: string;
  flags: Flags;
}

/** Whom a link reports to. */
export async function findOwner(db: Executor, workspaceId: string): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('workspaces as w')
    .innerJoin('organizations as o', 'o.id', 'w.organizationId')
    .select(['o.name as organization', 'w.name as workspace', 'w.flags'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst();
  return row as Owner | undefined;
}

/** Whether this incident has been written. */
export const isThere = async (db: Executor, workspaceId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;
