import type { Flags } from '../../../shared/registry/flags.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, DB } from '../../../db/client.ts';
import { isoTime } from '../../../db/values.ts';
import { appError } from '../errors.ts';
import { thai } from '../list/list.ts';
import type { Deps, Membership, SignedInContext } from '../trpc/context.ts';

/** Places of people in workspaces, asked as sign-in does: walls come with each workspace's own transaction. */
const places = (authDb: Db) =>
  authDb
    .selectFrom('personnel as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspaceId')
    .select([
      'w.id as workspaceId',
      'w.organizationId',
      'w.name as workspaceName',
      'w.package',
      'w.flags',
      'w.closedAt',
      'p.id',
      'p.name',
      'p.email',
      'p.role',
    ]);

/** Active memberships of a user. */
const activeMemberships = (authDb: Db, userId: string) =>
  places(authDb).where('p.userId', '=', userId).where('p.status', '=', 'active');

type MembershipRow = Awaited<ReturnType<ReturnType<typeof activeMemberships>['execute']>>[number];

const membershipOf = (row: MembershipRow): Membership => ({
  workspace: {
    id: row.workspaceId,
    organizationId: row.organizationId,
    name: row.workspaceName,
    tier: row.package as Tier,
    flags: row.flags as Flags,
    closedAt: row.closedAt,
  },
  personnel: { id: row.id, name: row.name, email: row.email, role: row.role as Role },
});

/** Memberships that come with a session; who has more is asked about the others one by one. */
const WITH_SESSION = 20;

/** Active memberships of the user of a session, as a column of a query that has it as `s`. */
export const membershipsOfSession = (where: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>) =>
  jsonArrayFrom(
    where
      .selectFrom('personnel as p')
      .innerJoin('workspaces as w', 'w.id', 'p.workspaceId')
      // Names within the answer are those of Postgres.
      .select(['w.id as workspace', 'w.organizationId as organization', 'w.name as title', 'w.package as tier'])
      .select(['w.flags', 'w.closedAt as closed', 'p.id', 'p.name', 'p.email', 'p.role'])
      .whereRef('p.userId', '=', 's.userId')
      .where('p.status', '=', 'active')
      .limit(sql.lit(WITH_SESSION)),
  );

/** The same, as they were read. */
export const membershipOfSession = (
  row: {
    [Name in 'workspace' | 'organization' | 'title' | 'tier' | 'id' | 'name' | 'email' | 'role']: string;
  } & { flags: unknown; closed: string | null },
): Membership => ({
  workspace: {
    id: row.workspace,
    organizationId: row.organization,
    name: row.title,
    tier: row.tier as Tier,
    flags: row.flags as Flags,
    closedAt: row.closed === null ? null : isoTime(row.closed),
  },
  personnel: { id: row.id, name: row.name, email: row.email, role: row.role as Role },
});

/**
 * The active membership of a user in a workspace, or null. Asked again in every request (and at every push on a
 * socket that follows a change of personnel), so that a suspension counts at once.
 */
export async function findMembership(authDb: Db, userId: string, workspaceId: string): Promise<Membership | null> {
  const row = await activeMemberships(authDb, userId).where('p.workspaceId', '=', workspaceId).executeTakeFirst();
  return row ? membershipOf(row) : null;
}

/**
 * Whoever requested something, as they are now: an active person, or an account of a program that may act. Null where
 * they no longer are either.
 */
export async function findMembershipOf(
  { authDb, modules: { programAccounts } }: Pick<Deps, 'authDb' | 'modules'>,
  workspaceId: string,
  personnelId: string,
): Promise<{ userId: string; membership: Membership } | null> {
  const row = await places(authDb)
    .select('p.userId')
    .where('p.workspaceId', '=', workspaceId)
    .where('p.id', '=', personnelId)
    .where((eb) => {
      const isActivePerson = eb('p.status', '=', 'active');
      if (!programAccounts) return isActivePerson;
      const account = programAccounts.active(authDb, workspaceId, personnelId);
      return eb.or([isActivePerson, eb.and([eb('p.status', '=', 'service'), eb.exists(account)])]);
    })
    .executeTakeFirst();
  // The account of a program is no user: it stands for itself.
  return row ? { userId: row.userId ?? personnelId, membership: membershipOf(row) } : null;
}

/** Every workspace that a user is active in, by name, closed ones too. */
export async function findMemberships(authDb: Db, userId: string): Promise<Membership[]> {
  const rows = await activeMemberships(authDb, userId).orderBy(thai('w.name')).orderBy('w.id').execute();
  return rows.map(membershipOf);
}

/** The same of those that are open. */
export const findOpenMemberships = async (authDb: Db, userId: string): Promise<Membership[]> =>
  (await findMemberships(authDb, userId)).filter(({ workspace }) => workspace.closedAt === null);

/**
 * The caller's membership in a workspace, asked for once a request.
 * @param evenIfClosed for the few calls that are answered while nobody works in the workspace
 * @throws 404 where they are no active personnel, 409 `workspace.closed`
 */
export async function requireMembership(
  ctx: SignedInContext,
  workspaceId: string,
  { evenIfClosed = false } = {},
): Promise<Membership> {
  const membership = await resolveMembership(ctx, workspaceId);
  // A workspace that is not yours and one that does not exist look the same.
  if (!membership) throw appError('workspace.notFound');
  if (membership.workspace.closedAt !== null && !evenIfClosed) throw appError('workspace.closed');
  return membership;
}

function resolveMembership(ctx: SignedInContext, workspaceId: string): Promise<Membership | null> {
  const { program } = ctx.session;
  if (program && program.workspaceId !== workspaceId) return Promise.resolve(null);
  const known = ctx.memberships.get(workspaceId);
  if (known) return known;
  const found = findMembership(ctx.deps.authDb, ctx.session.userId, workspaceId);
  ctx.memberships.set(workspaceId, found);
  return found;
}
