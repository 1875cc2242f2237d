import type { Db, Trx } from '../../../db/client.ts';

const NEWEST = 200;

/** The newest kept mails of a workspace and of accounts; what they say is sealed. */
export const storedMails = (systemDb: Db, workspaceId: string) =>
  systemDb
    .selectFrom('mails')
    .select(['id', 'workspaceId', 'opensAccount', 'kind', 'payload', 'createdAt'])
    .where('status', '=', 'kept')
    .where((where) => where.or([where('workspaceId', '=', workspaceId), where('workspaceId', 'is', null)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();

/** Addresses of the people of this workspace. */
export async function addressesIn(trx: Trx, workspaceId: string): Promise<Set<string>> {
  const rows = await trx.selectFrom('personnel').select('email').where('workspaceId', '=', workspaceId).execute();
  return new Set(rows.map(({ email }) => email));
}

/**
 * Those of `emails` who also belong to a workspace of which `userId` is no active Admin, by the address of their record
 * there or by that of their account: the two may differ (docs/decisions/008).
 */
export async function addressesElsewhere(authDb: Db, emails: string[], userId: string): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await authDb
    .selectFrom('personnel as p')
    .leftJoin('users as u', 'u.id', 'p.userId')
    .select(['p.email', 'u.email as accountEmail'])
    .distinct()
    .where((where) => where.or([where('p.email', 'in', emails), where('u.email', 'in', emails)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('personnel as admin')
            .select('admin.id')
            .whereRef('admin.workspaceId', '=', 'p.workspaceId')
            .where('admin.userId', '=', userId)
            .where('admin.role', '=', 'Admin')
            .where('admin.status', '=', 'active'),
        ),
      ),
    )
    .execute();
  return new Set(rows.flatMap(({ email, accountEmail }) => (accountEmail === null ? [email] : [email, accountEmail])));
}
