import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  acceptedInvitation,
  acceptInvitationInput,
  Invitation,
  joinInput,
  OwnInvitation,
} from '../../../shared/auth/schema.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { password as passwordSchema } from '../../../shared/text.ts';
import { hashPassword } from './passwords.ts';
import { spend, TOKEN_ADDRESS } from './throttle.ts';
import { hashToken } from './tokens.ts';
import type { RequestContext, SignedInContext } from '../trpc/context.ts';
import { violates } from '../database/locks.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import { pageClosed } from '../publicPage/closed.ts';
import { assertGoodPassword, replacePassword } from './passwordReset.ts';
import * as queries from './queries.ts';
import { assertCanCarrySession, assertPasswordsCount, checkPassword, openSession } from './service.ts';

type User = NonNullable<Awaited<ReturnType<typeof queries.userByEmail>>>;
type Open = NonNullable<Awaited<ReturnType<typeof queries.openInvitation>>> & { readonly tokenHash: string };

/** What an invitation is for. @throws 404 `auth.invitationInvalid` when it was used, withdrawn, or is too old */
export async function getInvitation(ctx: RequestContext, { token }: { token: string }): Promise<Invitation> {
  const invited = await findOpen(ctx, token);
  const user = await queries.userByEmail(ctx.deps.authDb, invited.email);
  return {
    workspace: { id: invited.workspaceId, name: invited.workspaceName },
    email: invited.email,
    name: invited.name,
    role: invited.role as Role,
    account: user?.passwordHash ? 'password' : user ? 'provider' : 'none',
    signedIn: ctx.session?.email === invited.email,
    expiresAt: invited.expiresAt,
  };
}

/**
 * Accepts an invitation: by the owner of the invited address who is signed in, by the password of their account, or,
 * where it has none or there is no account, with a new password. The caller is signed in afterwards.
 * @throws 404 `auth.invitationInvalid`; 403 `auth.invitationOther` when signed in with another address; 400 with the
 * field `password`; 401, 403 `auth.providerOnly` and 429 as at sign-in
 */
export async function acceptInvitation(
  ctx: RequestContext,
  input: z.output<typeof acceptInvitationInput>,
): Promise<z.output<typeof acceptedInvitation>> {
  const { authDb, now } = ctx.deps;
  const invited = await findOpen(ctx, input.token);
  const at = now();
  const user = await queries.userByEmail(authDb, invited.email);

  if (user && ctx.session?.userId === user.id) {
    await authDb.transaction().execute((trx) => joinAs(trx, invited, user.id, at));
    ctx.deps.poke();
    return { workspaceId: invited.workspaceId, expiresAt: ctx.session.expiresAt };
  }
  if (ctx.session && !input.password) throw appError('auth.invitationOther');
  assertPasswordsCount(ctx.deps.config);
  assertCanCarrySession(ctx);

  let userId: string;
  let passwordHash: string | null | undefined;
  if (user?.passwordHash) {
    if (!input.password) throw appError('auth.signInFirst', { at: 'password' });
    ({ id: userId, passwordHash } = await checkPassword(ctx, invited.email, input.password));
    await authDb.transaction().execute((trx) => joinAs(trx, invited, userId, at));
  } else {
    if (user?.disabledAt) throw invalid();
    userId = await joinWithNewPassword(ctx, invited, user, input);
  }
  ctx.deps.poke();
  return { workspaceId: invited.workspaceId, ...(await openSession(ctx, userId, { passwordHash })) };
}

/** The mail proved the address, as one for a new password does; the password is the first of this account. */
async function joinWithNewPassword(
  ctx: RequestContext,
  invited: Open,
  known: User | undefined,
  input: z.output<typeof acceptInvitationInput>,
): Promise<string> {
  const { authDb, mailer, now } = ctx.deps;
  const password = passwordSchema.safeParse(input.password);
  if (!password.success)
    throw appError('BAD_REQUEST', { at: 'password', text: password.error.issues[0]?.message ?? 'errors:required' });
  assertGoodPassword(password.data, invited);
  const passwordHash = await hashPassword(password.data);
  const at = now();
  const joined = await authDb.transaction().execute(async (trx) => {
    if (known) await replacePassword(trx, ctx.deps, known, { passwordHash, at });
    const userId =
      known?.id ??
      (await queries.insertUser(trx, {
        email: invited.email,
        name: input.name ?? invited.name,
        locale: ctx.locale,
        passwordHash,
        verified: true,
        at,
      }));
    if (!userId) throw appError('concurrent');
    await joinAs(trx, invited, userId, at);
    return userId;
  });
  if (known) mailer.kick();
  return joined;
}

/** The open invitations of the caller's address, if it was ever proved to be theirs. */
export async function listOwnInvitations(ctx: SignedInContext): Promise<OwnInvitation[]> {
  const open = await findOwnInvitations(ctx);
  return open.map((invited) => ({
    workspace: { id: invited.workspaceId, name: invited.workspaceName },
    role: invited.role as Role,
    expiresAt: invited.expiresAt,
  }));
}

/** Joins the workspace that the caller was invited to. @throws 404 `auth.invitationInvalid` */
export async function joinInvited(
  ctx: SignedInContext,
  { workspaceId }: z.output<typeof joinInput>,
): Promise<{ workspaceId: string }> {
  const { authDb, now, poke } = ctx.deps;
  const invited = (await findOwnInvitations(ctx)).find((one) => one.workspaceId === workspaceId);
  if (!invited) throw invalid();
  await authDb.transaction().execute((trx) => joinAs(trx, invited, ctx.session.userId, now()));
  poke();
  return { workspaceId };
}

async function findOwnInvitations({ deps, session }: SignedInContext) {
  const { authDb, now } = deps;
  const user = await queries.userByEmail(authDb, session.email);
  // Whoever typed somebody's address when signing up reads nothing of what was sent to its owner.
  if (!user?.emailVerifiedAt) return [];
  return queries.openInvitationsOf(authDb, session.email, now());
}

/**
 * Makes an invited person active under an account; the link in the mail, or the provider, proved their address.
 * @throws 404 `auth.invitationInvalid`; 409 `auth.alreadyJoined` for an account that has a record there, under another
 * address
 */
async function joinAs(trx: Trx, invited: queries.Accepted, userId: string, at: Date): Promise<void> {
  await queries.markVerified(trx, userId, at);
  const joined = await queries.join(trx, invited, userId, at).catch((error: unknown) => {
    throw violates(error, 'personnel_user') ? appError('auth.alreadyJoined') : error;
  });
  if (!joined) throw invalid();
  await emit(
    trx,
    { workspaceId: invited.workspaceId, personnelId: invited.personnelId, at },
    { event: 'personnel.joined', entityId: invited.personnelId },
  );
}

async function findOpen(ctx: RequestContext, token: string): Promise<Open> {
  await spend(ctx.deps, TOKEN_ADDRESS, ctx.ip);
  const tokenHash = hashToken(token);
  const invited = await queries.openInvitation(ctx.deps.authDb, tokenHash, ctx.deps.now());
  if (!invited) throw invalid();
  if (invited.closedAt !== null) throw pageClosed();
  return { ...invited, tokenHash };
}

const invalid = () => appError('auth.invitationInvalid');
