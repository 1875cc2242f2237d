import { sql } from 'kysely';
import type { Db, Executor, Trx } from '../../../db/client.ts';
import type { WorkspaceDeletionItem } from '../../../shared/workspace/schema.ts';
import { activeIds } from '../../platform/auth/personnel.ts';

const COLUMNS = [
  'id as uuid',
  'name',
  'requestedAt',
  'requestedByName as requestedBy',
  'dueAt',
  'remindedAt',
  'startedAt',
  'organizationId',
] as const;

/** The deletion of a workspace that still exists. */
export const find = (db: Executor, workspaceId: string) =>
  db.selectFrom('workspaceDeletions').select(COLUMNS).where('id', '=', workspaceId).executeTakeFirst();

/** Deletions of the organisation of the transaction's workspace, newest first. */
export async function list(db: Executor, userId: string): Promise<WorkspaceDeletionItem[]> {
  const rows = await db
    .selectFrom('workspaceDeletions as d')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'd.id').on('p.userId', '=', userId).on('p.status', '=', 'active'),
    )
    .select([
      'd.id as uuid',
      'd.name',
      'd.requestedAt',
      'd.requestedByName as requestedBy',
      'd.dueAt',
      'd.startedAt',
      'd.rowsTotal',
      'd.rowsRemoved',
      'd.finishedAt',
      sql<boolean>`p.id is not null`.as('member'),
    ])
    .orderBy('d.requestedAt', 'desc')
    .orderBy('d.id')
    .execute();
  return rows;
}

interface NewDeletion {
  id: string;
  organizationId: string;
  name: string;
  requestedBy: string;
  requestedByName: string;
  requestedAt: Date;
  dueAt: Date;
}

/** Closes a workspace that is to be deleted. */
export async function close(trx: Trx, deletion: NewDeletion): Promise<void> {
  await trx.insertInto('workspaceDeletions').values(deletion).execute();
  await trx.updateTable('workspaces').set({ closedAt: deletion.requestedAt }).where('id', '=', deletion.id).execute();
}

/** Reopens it. @returns false when the deletion of its rows has started */
export async function reopen(trx: Trx, workspaceId: string): Promise<boolean> {
  const undone = await trx
    .deleteFrom('workspaceDeletions')
    .where('id', '=', workspaceId)
    .where('startedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!undone) return false;
  await trx.updateTable('workspaces').set({ closedAt: null }).where('id', '=', workspaceId).execute();
  return true;
}

/** Stores that its Admins are reminded, and when it is due. @returns false when they have been reminded meanwhile */
export async function markReminded(
  trx: Trx,
  { uuid, remindedAt }: { uuid: string; remindedAt: string | null },
  { at, dueAt }: { at: Date; dueAt: Date },
): Promise<boolean> {
  const marked = await trx
    .updateTable('workspaceDeletions')
    .set({ remindedAt: at, dueAt })
    .where('id', '=', uuid)
    .where('remindedAt', 'is not distinct from', remindedAt)
    .where('startedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Other open workspaces of an organisation. Reads beyond row level security, so for the role of sign-in. */
export async function openSiblings(authDb: Db, organizationId: string, workspaceId: string): Promise<string[]> {
  const rows = await authDb
    .selectFrom('workspaces')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '<>', workspaceId)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Active Admins of a workspace. */
export const adminsOf = (trx: Trx, workspaceId: string): Promise<string[]> => activeIds(trx, workspaceId, ['Admin']);
