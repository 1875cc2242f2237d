import { RESET_HOURS } from '../../../shared/auth/schema.ts';
import { HOUR } from '../../../shared/duration.ts';
import { isLocale } from '../../../shared/locale.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { email as emailSchema } from '../../../shared/text.ts';
import { insertReset, userByEmail } from '../auth/queries.ts';
import { endSessionsOfUser, renewSessionsOfUser } from '../auth/sessions.ts';
import { makeSignUpLink, type OperatorLink } from '../auth/signUp.ts';
import { forgive, RESET_ACCOUNT } from '../auth/throttle.ts';
import { newToken } from '../auth/tokens.ts';
import { forgiveAccount } from '../auth/tries.ts';
import { emit } from '../live/emit.ts';
import { announceRevocation } from '../live/revoke.ts';
import { linkTo } from '../mail/links.ts';
import { logAccount } from '../security/log.ts';
import type { Deps } from '../trpc/context.ts';
import { AdminError } from './workspaces.ts';

type Account = NonNullable<Awaited<ReturnType<typeof userByEmail>>>;

async function accountOf({ authDb }: Pick<Deps, 'authDb'>, email: string): Promise<Account> {
  const user = await userByEmail(authDb, email.trim().toLowerCase());
  if (!user) throw new AdminError(`There is no account with the address ${email}.`);
  return user;
}

/**
 * A link with which the owner of an account sets a new password, for where no mail reaches them. It works once, for
 * as long as one that is mailed, and does not prove the account's address.
 * @throws AdminError
 */
export async function passwordLink(deps: Deps, email: string): Promise<{ url: string; hours: number }> {
  const { authDb, config, now } = deps;
  assertPasswords(config);
  const user = await accountOf(deps, email);
  if (user.disabledAt) throw new AdminError(`The account ${user.email} is disabled.`);
  const { token, hash } = newToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + RESET_HOURS * HOUR);
  await authDb.transaction().execute(async (trx) => {
    await insertReset(trx, { tokenHash: hash, userId: user.id, expiresAt, mailed: false });
    await logAccount(trx, user.email, { event: 'password.resetRequested', at, details: { by: 'operator' } });
  });
  const locale = isLocale(user.locale) ? user.locale : 'th';
  return { url: linkTo(config, locale, pageAddress('resetPassword'), token), hours: RESET_HOURS };
}

/** A link with which one organisation signs up although nobody may. @throws AdminError */
export function operatorSignUpLink(deps: Deps): Promise<OperatorLink> {
  assertPasswords(deps.config);
  return makeSignUpLink(deps, { whileEmpty: false });
}

function assertPasswords({ oidc }: Deps['config']): void {
  if (oidc?.only)
    throw new AdminError('OIDC_ONLY is set: passwords open nothing. People sign in through the provider.');
}

/** Forgets failed tries to sign in to an account, or to reset its password. @throws AdminError */
export async function unlockAccount(deps: Deps, email: string): Promise<void> {
  const user = await accountOf(deps, email);
  await forgiveAccount(deps, user.email);
  await forgive(deps, RESET_ACCOUNT, user.email);
}

/**
 * Makes somebody an Admin of a workspace that they work in; it is written in the activity log, by nobody of the
 * workspace.
 * @param workspace id or name; needed for somebody of several workspaces
 * @returns names of the workspace and of the role before
 * @throws AdminError
 */
export async function makeAdmin(
  deps: Deps,
  email: string,
  workspace: string | undefined,
): Promise<{ workspace: string; role: string }> {
  const user = await accountOf(deps, email);
  const at = deps.now();
  const done = await deps.authDb.transaction().execute(async (trx) => {
    const places = await trx
      .selectFrom('personnel as p')
      .innerJoin('workspaces as w', 'w.id', 'p.workspaceId')
      .select(['p.id', 'p.role', 'p.status', 'w.id as workspaceId', 'w.name as workspaceName'])
      .where('p.userId', '=', user.id)
      .where('w.closedAt', 'is', null)
      .orderBy('w.name')
      .orderBy('w.id')
      .execute();
    const wanted = places.filter(
      (place) => workspace === undefined || place.workspaceId === workspace || place.workspaceName === workspace,
    );
    const [place] = wanted;
    if (!place)
      throw new AdminError(`${user.email} works in no ${workspace ? `workspace ${workspace}` : 'workspace'}.`);
    if (wanted.length > 1)
      throw new AdminError(
        `${user.email} works in several workspaces; name one by its id:\n${wanted.map((one) => `${one.workspaceId}  ${one.workspaceName}`).join('\n')}`,
      );
    if (place.status !== 'active') throw new AdminError(`${user.email} is ${place.status} in ${place.workspaceName}.`);
    if (place.role === 'DPO')
      throw new AdminError(`${user.email} is the DPO of ${place.workspaceName}; choose somebody else.`);
    if (place.role === 'Admin') throw new AdminError(`${user.email} is an Admin of ${place.workspaceName} already.`);
    await trx
      .updateTable('personnel')
      .set(({ eb }) => ({ role: 'Admin', rowVersion: eb('rowVersion', '+', 1), updatedAt: at }))
      .where('workspaceId', '=', place.workspaceId)
      .where('id', '=', place.id)
      .execute();
    await emit(
      trx,
      { workspaceId: place.workspaceId, personnelId: null, at },
      {
        event: 'personnel.updated',
        entityId: place.id,
        changes: [{ field: 'role', old: place.role, new: 'Admin' }],
      },
    );
    await announceRevocation(trx, { userId: user.id });
    return { workspace: place.workspaceName, role: place.role };
  });
  await renewSessionsOfUser(deps.authDb, user.id);
  return done;
}

/**
 * Gives an account another address to sign in with, which nobody has proved yet: its sessions and links end, and it is
 * written in the security log of every organisation that its owner works in.
 * @throws AdminError
 */
export async function changeEmail(deps: Deps, email: string, wanted: string): Promise<string> {
  const { authDb, now } = deps;
  const user = await accountOf(deps, email);
  const parsed = emailSchema.safeParse(wanted);
  if (!parsed.success) throw new AdminError(`${wanted} is no email address.`);
  if (await userByEmail(authDb, parsed.data)) throw new AdminError(`There is an account with the address ${wanted}.`);
  const at = now();
  await authDb.transaction().execute(async (trx) => {
    await logAccount(trx, user.email, { event: 'account.emailChanged', at });
    await trx.deleteFrom('passwordResets').where('userId', '=', user.id).execute();
    await trx
      .updateTable('users')
      .set({ email: parsed.data, emailVerifiedAt: null, updatedAt: at })
      .where('id', '=', user.id)
      .execute();
    await endSessionsOfUser(trx, user.id);
  });
  return parsed.data;
}
