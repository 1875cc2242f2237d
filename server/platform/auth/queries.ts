import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { personnelStatus } from '../../../shared/personnel/schema.ts';
import { statesWith, targetsOf } from '../../../shared/status.ts';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';

const USER = ['id', 'email', 'name', 'locale', 'passwordHash', 'emailVerifiedAt', 'disabledAt'] as const;

export const userByEmail = (executor: Executor, email: string) =>
  executor.selectFrom('users').select(USER).where('email', '=', email).executeTakeFirst();

/**
 * The account's password, locked until the transaction ends: shared for whoever opens a session, for update for whoever
 * ends them all, so that none is opened unseen.
 */
export function lockUser(trx: Trx, id: string, mode: 'share' | 'update') {
  const found = trx.selectFrom('users').select('passwordHash').where('id', '=', id);
  return (mode === 'share' ? found.forShare() : found.forUpdate()).executeTakeFirst();
}

/** The account's password, and when and how the session began; of one that has ended meanwhile undefined. */
export const proofOf = (executor: Executor, handle: string) =>
  executor
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['u.passwordHash', 's.createdAt', 's.proved'])
    .where('s.handle', '=', handle)
    .executeTakeFirst();

/** Makes an account; null when the address has one already. */
export async function insertUser(
  trx: Executor,
  user: { email: string; name: string; locale: Locale; passwordHash: string | null; verified: boolean; at: Date },
): Promise<string | null> {
  const id = randomUUIDv7();
  const row = await trx
    .insertInto('users')
    .values({
      id,
      email: user.email,
      name: user.name,
      locale: user.locale,
      passwordHash: user.passwordHash,
      emailVerifiedAt: user.verified ? user.at : null,
      createdAt: user.at,
      updatedAt: user.at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Sets (or with null takes away) the password of an account. */
export async function setPassword(trx: Executor, userId: string, passwordHash: string | null, at: Date): Promise<void> {
  await trx.updateTable('users').set({ passwordHash, updatedAt: at }).where('id', '=', userId).execute();
}

/** Notes that the owner of an account has proved its address: by the link of a mail, or by the provider. */
export async function markVerified(trx: Executor, userId: string, at: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ emailVerifiedAt: at })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .execute();
}

export async function setLocale(executor: Executor, userId: string, locale: Locale, at: Date): Promise<void> {
  await executor.updateTable('users').set({ locale, updatedAt: at }).where('id', '=', userId).execute();
}

export async function insertReset(
  trx: Executor,
  reset: { tokenHash: string; userId: string; expiresAt: Date; mailed: boolean },
): Promise<void> {
  await trx.insertInto('passwordResets').values(reset).execute();
}

/** The account that an unused link belongs to. */
export const resetOwner = (executor: Executor, tokenHash: string, now: Date) =>
  executor
    .selectFrom('passwordResets as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['u.id', 'u.email', 'u.name', 'u.locale', 'r.mailed'])
    .where('r.tokenHash', '=', tokenHash)
    .where('r.usedAt', 'is', null)
    .where('r.expiresAt', '>', now.toISOString())
    .where('u.disabledAt', 'is', null)
    .executeTakeFirst();

/** Uses a link up, and all others of the same account with it. False when somebody was quicker. */
export async function useReset(trx: Executor, tokenHash: string, userId: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .returning('userId')
    .executeTakeFirst();
  if (!used) return false;
  await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
  return true;
}

/** Invitations whose link counts: it was mailed to the address that the person has now. */
const openInvitations = (executor: Executor, now: Date) =>
  executor
    .selectFrom('invitations as i')
    .innerJoin('personnel as p', (join) =>
      join
        .onRef('p.workspaceId', '=', 'i.workspaceId')
        .onRef('p.id', '=', 'i.personnelId')
        .onRef('p.email', '=', 'i.email'),
    )
    .innerJoin('workspaces as w', 'w.id', 'i.workspaceId')
    .select([
      'i.workspaceId',
      'i.personnelId',
      'i.expiresAt',
      'p.email',
      'p.name',
      'p.role',
      'w.name as workspaceName',
      'w.closedAt',
    ])
    .where('i.usedAt', 'is', null)
    .where('i.expiresAt', '>', now.toISOString())
    .where('p.status', '=', 'invited')
    .where('p.userId', 'is', null);

export const openInvitation = (executor: Executor, tokenHash: string, now: Date) =>
  openInvitations(executor, now).where('i.tokenHash', '=', tokenHash).executeTakeFirst();
export const openInvitationsOf = (executor: Executor, email: string, now: Date) =>
  openInvitations(executor, now)
    .where('p.email', '=', email)
    .where('w.closedAt', 'is', null)
    .distinctOn(['i.workspaceId', 'i.personnelId'])
    .execute();

const [ACCEPTED] = targetsOf(personnelStatus.invited.accept!);

/** An invitation that is being accepted: by the link with this token, or by whoever owns the invited address. */
export interface Accepted {
  readonly workspaceId: string;
  readonly personnelId: string;
  readonly email: string;
  readonly tokenHash?: string;
}

/**
 * Makes an invited person an active one under an account, and uses up the invitations. False when somebody was quicker,
 * or when the invitation was withdrawn or its address corrected since it was looked up.
 */
export async function join(trx: Executor, invited: Accepted, userId: string, now: Date): Promise<boolean> {
  const { workspaceId, personnelId, email, tokenHash } = invited;
  const joined = await trx
    .updateTable('personnel')
    .set({ userId, status: ACCEPTED, updatedBy: personnelId, updatedAt: now, rowVersion: sql`row_version + 1` })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .where('status', 'in', statesWith(personnelStatus, 'accept'))
    .where('userId', 'is', null)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst();
  if (!joined) return false;
  // After the person's row, which whoever corrects an address locks first too.
  const used = await trx
    .updateTable('invitations')
    .set({ usedAt: now })
    .where('workspaceId', '=', workspaceId)
    .where('personnelId', '=', personnelId)
    .where('usedAt', 'is', null)
    .returning(['tokenHash', 'email'])
    .execute();
  return tokenHash === undefined || used.some((one) => one.tokenHash === tokenHash && one.email === email);
}

export const userByIdentity = (executor: Executor, issuer: string, subject: string) =>
  executor
    .selectFrom('userIdentities as i')
    .innerJoin('users as u', 'u.id', 'i.userId')
    .select(['u.id', 'u.email', 'u.disabledAt'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();

export const identityOf = (executor: Executor, issuer: string, userId: string) =>
  executor
    .selectFrom('userIdentities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('userId', '=', userId)
    .executeTakeFirst();

export async function insertIdentity(
  trx: Executor,
  identity: { issuer: string; subject: string; userId: string; createdAt: Date },
): Promise<void> {
  await trx.insertInto('userIdentities').values(identity).execute();
}

interface NewTenant {
  organization: { id: string; name: string };
  workspace: { id: string; name: string; tier: Tier; flags: Flags };
  admin: { id: string; userId: string; email: string; name: string; role: Role };
  at: Date;
}

/** An organisation with its first workspace and its first person. */
export async function insertTenant(trx: Trx, { organization, workspace, admin, at }: NewTenant): Promise<void> {
  await trx
    .insertInto('organizations')
    .values({ ...organization, createdAt: at })
    .execute();
  await trx
    .insertInto('workspaces')
    .values({
      id: workspace.id,
      organizationId: organization.id,
      name: workspace.name,
      package: workspace.tier,
      flags: JSON.stringify(workspace.flags),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  await trx
    .insertInto('personnel')
    .values({ workspaceId: workspace.id, ...admin, status: 'active', createdAt: at, updatedAt: at })
    .execute();
}

/** From here on the transaction acts as the tenants' role, behind the wall of one workspace. */
export async function stepBehindWall(trx: Trx, workspaceId: string, userId: string): Promise<void> {
  await sql`set local role pokpong_app`.execute(trx);
  await sql`select set_config('app.workspace_id', ${workspaceId}, true), set_config('app.user_id', ${userId}, true)`.execute(
    trx,
  );
}

/** The telephone number and the photo that a person has in a workspace. */
export async function particularsOf(
  executor: Executor,
  workspaceId: string,
  personnelId: string,
): Promise<{ phone: string; photoId: string | null }> {
  const row = await executor
    .selectFrom('personnel')
    .select(['phone', 'photoId'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .executeTakeFirst();
  return row ?? { phone: '', photoId: null };
}
