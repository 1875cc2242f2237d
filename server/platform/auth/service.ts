import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Profile, setLocaleInput, SignedIn, signInInput } from '../../../shared/auth/schema.ts';
import { ROLE_VALUES } from '../../../shared/registry/roles.ts';
import { verifyPassword } from './passwords.ts';
import { createSession, endSession } from './sessions.ts';
import { rememberDevice } from './device.ts';
import { forgiveTries, spendTry } from './tries.ts';
import type { Config } from '../config.ts';
import type { RequestContext, SignedInContext, WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { logAccount } from '../security/log.ts';
import * as queries from './queries.ts';

/**
 * Signs in. An unknown address, a wrong password, an account without password and a disabled one answer alike, in the
 * same time.
 * @throws 401 `auth.wrong`; 403 `auth.providerOnly`; 429 with the seconds to wait
 */
export async function signIn(
  ctx: RequestContext,
  { email, password }: z.output<typeof signInInput>,
): Promise<SignedIn> {
  assertCanCarrySession(ctx);
  const { id, passwordHash } = await checkPassword(ctx, email, password);
  return openSession(ctx, id, { passwordHash });
}

/**
 * The account of an address, if the password is its own. Counts as one try (`spendTry`); the browser is known from then
 * on.
 */
export async function checkPassword(
  ctx: RequestContext,
  email: string,
  password: string,
): Promise<{ id: string; passwordHash: string | null }> {
  const { deps } = ctx;
  assertPasswordsCount(deps.config);
  await spendTry(ctx, email);
  const user = await queries.userByEmail(deps.authDb, email);
  const right = await verifyPassword(user?.passwordHash, password);
  if (!user || !right || user.disabledAt) {
    await logAccount(deps.authDb, email, { event: 'signIn.failed', at: deps.now() });
    throw appError('auth.wrong');
  }
  await forgiveTries(ctx, email);
  ctx.device?.remember(rememberDevice(deps.keyring, ctx.device.cookie, email));
  return { id: user.id, passwordHash: user.passwordHash };
}

/** @throws 403 `auth.providerOnly` where passwords open nothing */
export function assertPasswordsCount({ oidc }: Pick<Config, 'oidc'>): void {
  if (oidc?.only) throw appError('auth.providerOnly', { values: { name: oidc.name } });
}

/** Sockets can neither set a cookie nor change their session. */
export function assertCanCarrySession(ctx: RequestContext): void {
  if (ctx.transport === 'ws') throw appError('auth.httpOnly');
}

interface SessionProof {
  by?: 'password' | 'provider';
  /** The provider asked who is there, whoever it knew already. */
  proved?: boolean;
  /** Of the password that was entered: the session opens only while the account still has it. */
  passwordHash?: string | null;
}

/**
 * Starts a session under a new id and hands it over: to a browser by cookie alone, to a REST client in the answer too.
 * @throws 401 `auth.wrong` when the account has got another password since this one was checked
 */
export async function openSession(
  ctx: RequestContext,
  userId: string,
  { by = 'password', proved = false, passwordHash }: SessionProof = {},
): Promise<SignedIn> {
  const { authDb, config, now } = ctx.deps;
  const rest = ctx.transport === 'rest';
  if (ctx.session?.kind === 'browser') await endSession(authDb, ctx.session.handle);
  const { token, expiresAt, session } = await authDb.transaction().execute(async (trx) => {
    // Locked, so that a reset either finds this session and ends it, or is found here.
    if (passwordHash !== undefined && (await queries.lockUser(trx, userId, 'share'))?.passwordHash !== passwordHash)
      throw appError('auth.wrong');
    return createSession(trx, config, { userId, kind: rest ? 'api' : 'browser', now: now(), proved });
  });
  await logAccount(authDb, session.email, { event: 'signIn.succeeded', at: now(), details: { by } });
  ctx.setSession?.(token, expiresAt);
  return { ...(rest ? { accessToken: token } : {}), expiresAt: expiresAt.toISOString() };
}

/** Ends the caller's session; its open sockets close. */
export async function signOut(ctx: SignedInContext): Promise<{ done: true; userId: string }> {
  const { authDb, now } = ctx.deps;
  const { handle, email, userId } = ctx.session;
  await endSession(authDb, handle);
  await logAccount(authDb, email, { event: 'signIn.ended', at: now() });
  ctx.setSession?.(null);
  return { done: true, userId };
}

/** Who the caller is in this workspace. */
export const profile = (ctx: WorkspaceContext): Promise<Profile> => ctx.transaction((trx) => profileOf(trx, ctx));

/** The same, in a transaction that reads more. */
export async function profileOf(trx: Trx, { personnel, session, workspace }: WorkspaceContext): Promise<Profile> {
  const { phone, photoId } = await queries.particularsOf(trx, workspace.id, personnel.id);
  return {
    decodedUserInfo: { id: session.userId, email: session.email },
    personnel: {
      id: personnel.id,
      name: personnel.name,
      email: personnel.email,
      phone,
      photoId,
      roles: [ROLE_VALUES[personnel.role]],
      role_name: personnel.role,
    },
    locale: session.locale,
    workspace: { id: workspace.id, name: workspace.name },
  };
}

/** Keeps the language in which the caller is written to. */
export async function setLocale(
  ctx: SignedInContext,
  { locale }: z.output<typeof setLocaleInput>,
): Promise<{ done: true }> {
  await queries.setLocale(ctx.deps.authDb, ctx.session.userId, locale, ctx.deps.now());
  return { done: true };
}
