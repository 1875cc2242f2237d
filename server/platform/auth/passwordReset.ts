import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { RESET_HOURS, type requestResetInput, type resetPasswordInput } from '../../../shared/auth/schema.ts';
import { HOUR } from '../../../shared/duration.ts';
import { isLocale } from '../../../shared/locale.ts';
import { email as emailSchema } from '../../../shared/text.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { endSessionsOfUser } from './sessions.ts';
import { RESET_ACCOUNT, RESET_ADDRESS, spend, TOKEN_ADDRESS } from './throttle.ts';
import { forgiveTries } from './tries.ts';
import { hashToken, newToken } from './tokens.ts';
import type { Deps, RequestContext, SignedInContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { logAccount } from '../security/log.ts';
import { passwordChangedMail, passwordResetMail } from './mails.ts';
import * as queries from './queries.ts';
import { assertPasswordsCount } from './service.ts';

/** Every answer takes at least this long: writing a mail takes time, having nobody to write to does not. */
const ANSWER_MS = 250;

/**
 * Sends a link for a new password, if the address has an account. The answer, and the time it takes, never tell.
 * @throws 400 ValidationException "Please fill your email." without an address; 403 `auth.providerOnly`; 429
 */
export async function requestReset(
  ctx: RequestContext,
  input: z.output<typeof requestResetInput>,
): Promise<{ done: true }> {
  assertPasswordsCount(ctx.deps.config);
  if (!input.email) throw appError('auth.fillEmail', { issues: [{ path: ['email'], key: 'auth:fillEmail' }] });
  const email = emailSchema.safeParse(input.email);
  if (!email.success) throw appError('BAD_REQUEST', { at: 'email', text: 'errors:email' });
  await spend(ctx.deps, RESET_ADDRESS, ctx.ip);
  await spend(ctx.deps, RESET_ACCOUNT, email.data);
  await inEvenTime(sendLink(ctx.deps, email.data));
  return { done: true };
}

/** Does what takes longer for a known address than for an unknown one, so that the answer does not tell. */
export async function inEvenTime(work: Promise<void>): Promise<void> {
  await Promise.all([work, sleep(ANSWER_MS)]);
}

/** The same for the caller's own address: the dialog "change password". */
export function requestOwnReset(ctx: SignedInContext): Promise<{ done: true }> {
  return requestReset(ctx, { email: ctx.session.email });
}

async function sendLink({ authDb, config, mailer, now }: Deps, email: string): Promise<void> {
  const user = await queries.userByEmail(authDb, email);
  if (!user || user.disabledAt) return;
  const { token, hash } = newToken();
  const expiresAt = new Date(now().getTime() + RESET_HOURS * HOUR);
  const locale = isLocale(user.locale) ? user.locale : 'th';
  await authDb.transaction().execute(async (trx) => {
    await queries.insertReset(trx, { tokenHash: hash, userId: user.id, expiresAt, mailed: true });
    await logAccount(trx, email, { event: 'password.resetRequested', at: now() });
    const mail = passwordResetMail(config, { email, name: user.name, locale }, token);
    await mailer.enqueue(trx, { ...mail, usefulUntil: expiresAt });
  });
  mailer.kick();
}

/**
 * Sets a new password with the token of a mail, or of the operator, once and within the hour. All sessions of the
 * account end; the other links sent to it stop working.
 * @throws 400 `auth.resetInvalid`; 403 `auth.providerOnly`; 400 with the field `password` when it is easy to guess (the
 * link then still works)
 */
export async function resetPassword(
  ctx: RequestContext,
  input: z.output<typeof resetPasswordInput>,
): Promise<{ done: true }> {
  const { authDb, config, mailer, now } = ctx.deps;
  assertPasswordsCount(config);
  await spend(ctx.deps, TOKEN_ADDRESS, ctx.ip);
  const tokenHash = hashToken(input.token);
  const user = await queries.resetOwner(authDb, tokenHash, now());
  if (!user) throw resetInvalid();
  assertGoodPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  const at = now();
  await authDb.transaction().execute(async (trx) => {
    if (!(await queries.useReset(trx, tokenHash, user.id, at))) throw resetInvalid();
    await replacePassword(trx, ctx.deps, user, { passwordHash, at });
    if (user.mailed) await queries.markVerified(trx, user.id, at);
  });
  mailer.kick();
  await forgiveTries(ctx, user.email);
  if (ctx.session?.userId === user.id) ctx.setSession?.(null);
  return { done: true };
}

/**
 * Gives an account another password, or its first: its sessions end, its owner is written to (`mailer.kick` after the
 * commit), and the security log has it.
 */
export async function replacePassword(
  trx: Trx,
  { mailer }: Pick<Deps, 'mailer'>,
  { id, email, name, locale }: { id: string; email: string; name: string; locale: string },
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<void> {
  await queries.setPassword(trx, id, passwordHash, at);
  await endSessionsOfUser(trx, id);
  await logAccount(trx, email, { event: 'password.changed', at });
  await mailer.enqueue(trx, passwordChangedMail({ email, name, locale: isLocale(locale) ? locale : 'th' }, at));
}

const resetInvalid = () => appError('auth.resetInvalid');

/** @throws 400 with the field `password` when the password is easy to guess */
export function assertGoodPassword(password: string, owner: { email: string }): void {
  const problem = passwordProblem(password, owner);
  if (problem) throw appError('auth.weakPassword', { at: 'password', text: problem });
}
