import type { Db } from '../../../db/client.ts';

/**
 * Look-ups of accounts, which the tenants' database role cannot read: they use the sign-in role and are limited to the
 * organisation here, so that no address of another tenant can be probed.
 */

/**
 * Whether an address belongs to personnel of the caller's organisations (`exists`), and of a workspace in which the
 * caller is active, or of `workspaceId` (`inWorkspace`). Null: the caller is not in it.
 */
export async function knownInOrganization(
  authDb: Db,
  { userId, email, workspaceId }: { userId: string; email: string; workspaceId?: string },
): Promise<{ exists: boolean; inWorkspace: boolean } | null> {
  let mine = authDb
    .selectFrom('personnel')
    .innerJoin('workspaces', 'workspaces.id', 'personnel.workspaceId')
    .select(['workspaces.id', 'workspaces.organizationId'])
    .where('personnel.userId', '=', userId)
    .where('personnel.status', '=', 'active');
  if (workspaceId) mine = mine.where('personnel.workspaceId', '=', workspaceId);
  const own = await mine.execute();
  if (own.length === 0) return workspaceId ? null : { exists: false, inWorkspace: false };

  const organizations = [...new Set(own.map((row) => row.organizationId))];
  const known = await authDb
    .selectFrom('personnel')
    .innerJoin('workspaces', 'workspaces.id', 'personnel.workspaceId')
    .leftJoin('users', 'users.id', 'personnel.userId')
    .select('personnel.workspaceId')
    .where('workspaces.organizationId', 'in', organizations)
    .where((eb) => eb.or([eb('personnel.email', '=', email), eb('users.email', '=', email)]))
    .execute();
  const workspaces = new Set(own.map((row) => row.id));
  return { exists: known.length > 0, inWorkspace: known.some((row) => workspaces.has(row.workspaceId)) };
}

export interface Colleague {
  userId: string;
  email: string;
  name: string;
  position: string;
  phone: string;
}

/**
 * Active personnel of another workspace of the organisation, by their sign-in address (an address that an Admin only
 * entered in a record proves nobody's account).
 */
export async function findColleague(
  authDb: Db,
  { organizationId, workspaceId, email }: { organizationId: string; workspaceId: string; email: string },
): Promise<Colleague | undefined> {
  return authDb
    .selectFrom('personnel')
    .innerJoin('workspaces', 'workspaces.id', 'personnel.workspaceId')
    .innerJoin('users', 'users.id', 'personnel.userId')
    .select(['users.id as userId', 'users.email', 'personnel.name', 'personnel.position', 'personnel.phone'])
    .where('workspaces.organizationId', '=', organizationId)
    .where('personnel.workspaceId', '!=', workspaceId)
    .where('personnel.status', '=', 'active')
    .where('users.email', '=', email)
    .where('users.disabledAt', 'is', null)
    .orderBy('personnel.updatedAt', 'desc')
    .orderBy('personnel.id')
    .limit(1)
    .executeTakeFirst();
}

/** The sign-in address and language of an account, unless it is disabled. */
export const usableAccount = (authDb: Db, userId: string): Promise<{ email: string; locale: string } | undefined> =>
  authDb
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();

/** Whoever of a workspace signs in with this address, whatever address stands in their record. */
export const accountHere = (
  authDb: Db,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<{ id: string; name: string } | undefined> =>
  authDb
    .selectFrom('personnel')
    .innerJoin('users', 'users.id', 'personnel.userId')
    .select(['personnel.id', 'personnel.name'])
    .where('personnel.workspaceId', '=', workspaceId)
    .where('users.email', '=', email)
    .executeTakeFirst();
