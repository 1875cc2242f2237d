import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import {
  type completeSignUpInput,
  SIGN_UP_HOURS,
  type SignedIn,
  signUpInput,
  type SignUpLink,
} from '../../../shared/auth/schema.ts';
import { isLocale } from '../../../shared/locale.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { defaultFlags } from '../../../shared/registry/flags.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import type { Trx } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import { linkTo } from '../mail/links.ts';
import { seedWorkspace } from '../modules/seed.ts';
import type { Deps, RequestContext } from '../trpc/context.ts';
import { knownAddressMail, signUpMail } from './mails.ts';
import { assertGoodPassword, inEvenTime } from './passwordReset.ts';
import { hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { assertCanCarrySession, assertPasswordsCount, openSession } from './service.ts';
import * as signUpQueries from './signUpQueries.ts';
import { SIGN_UP_ADDRESS, SIGN_UP_EMAIL, spend, TOKEN_ADDRESS } from './throttle.ts';
import { hashToken, newToken } from './tokens.ts';

/** The package that an organisation begins with. */
const FIRST_TIER: Tier = 'Standard';

type Fields = z.output<typeof signUpInput>;

/**
 * Takes down who wants to sign an organisation up, and sends a link to the address; to one that has an account, word of
 * the attempt. Nothing else is made or sent before the link is used. The answer, and the time it takes, never tell
 * which.
 * @throws 403 `auth.signupClosed`; 429
 */
export async function signUp(ctx: RequestContext, input: Fields): Promise<{ done: true }> {
  if (ctx.deps.config.signup === 'closed') throw appError('auth.signupClosed');
  await spend(ctx.deps, SIGN_UP_ADDRESS, ctx.ip);
  await spend(ctx.deps, SIGN_UP_EMAIL, input.email);
  await inEvenTime(writeTo(ctx, input));
  return { done: true };
}

async function writeTo(ctx: RequestContext, input: Fields): Promise<void> {
  const { authDb, config, log, mailer, now } = ctx.deps;
  const { email } = input;
  const user = await queries.userByEmail(authDb, email);
  if (user?.disabledAt) return;
  if (user) {
    const locale = isLocale(user.locale) ? user.locale : 'th';
    const mail = knownAddressMail(config, { email, name: user.name, locale });
    await authDb.transaction().execute((trx) => mailer.enqueue(trx, mail));
  } else {
    const { token, hash } = newToken();
    const expiresAt = endOf(now());
    await authDb.transaction().execute(async (trx) => {
      await signUpQueries.insert(trx, { ...input, tokenHash: hash, expiresAt });
      await mailer.enqueue(trx, {
        ...signUpMail(config, { email, locale: ctx.locale }, token),
        usefulUntil: expiresAt,
      });
    });
    // Nobody else could read it: the account whose mails an Admin reads is not there yet.
    if (config.nodeEnv !== 'production' && !config.smtpUrl)
      log.info(
        { url: linkTo(config, ctx.locale, pageAddress('signup'), token) },
        'no mail server: the link to sign up',
      );
  }
  mailer.kick();
}

const endOf = (at: Date): Date => new Date(at.getTime() + SIGN_UP_HOURS * HOUR);

/** What a link is for. @throws 404 `auth.signUpInvalid` when it was used or is too old */
export async function signUpLink(ctx: RequestContext, { token }: { token: string }): Promise<SignUpLink> {
  const { email, organizationName, workspaceName, name } = await findOpen(ctx, token);
  return { email, organizationName, workspaceName, name };
}

/**
 * Makes an organisation, its first workspace with the built-in catalogue and a data key, and its first Admin, who is
 * signed in: all of it or nothing. The link is used up, with the others sent to the address.
 * @throws 404 `auth.signUpInvalid`; 403 `auth.signupClosed`, `auth.providerOnly`; 409 `auth.emailTaken`; 400 with the
 * field; 429
 */
export async function completeSignUp(
  ctx: RequestContext,
  input: z.output<typeof completeSignUpInput>,
): Promise<SignedIn> {
  const { authDb, config, now } = ctx.deps;
  assertPasswordsCount(config);
  assertCanCarrySession(ctx);
  const link = await findOpen(ctx, input.token);
  const fields = link.email === null ? fieldsOf(input) : { ...link, email: link.email };
  assertGoodPassword(input.password, fields);
  const passwordHash = await hashPassword(input.password);
  const at = now();
  const userId = await authDb.transaction().execute(async (trx) => {
    if (link.whileEmpty) await assertEmpty(trx);
    if (!(await signUpQueries.use(trx, hashToken(input.token), at))) throw invalid();
    const { email, name } = fields;
    // The mail proved the address; for whom the operator gives a link to, nothing has.
    const verified = link.email !== null;
    const owner = await queries.insertUser(trx, { email, name, locale: ctx.locale, passwordHash, verified, at });
    if (!owner) throw appError('auth.emailTaken', verified ? {} : { at: 'email' });
    await signUpQueries.useOthers(trx, { email, whileEmpty: link.whileEmpty, at });
    await makeOrganization(trx, ctx.deps, { ...fields, userId: owner, at });
    return owner;
  });
  ctx.deps.poke();
  return openSession(ctx, userId);
}

/** What the holder of an operator's link says; the same rules as for everybody. */
function fieldsOf(input: z.output<typeof completeSignUpInput>): Fields {
  const fields = signUpInput.safeParse(input);
  if (fields.success) return fields.data;
  throw appError('BAD_REQUEST', {
    issues: fields.error.issues.map(({ path, message }) => ({ path: path.map(String), key: message })),
  });
}

async function makeOrganization(
  trx: Trx,
  { keyring, modules }: Deps,
  { userId, email, name, organizationName, workspaceName, at }: Fields & { userId: string; at: Date },
): Promise<void> {
  const workspaceId = randomUUIDv7();
  const admin = { id: randomUUIDv7(), userId, email, name, role: 'Admin' } as const;
  await queries.insertTenant(trx, {
    organization: { id: randomUUIDv7(), name: organizationName },
    workspace: { id: workspaceId, name: workspaceName, tier: FIRST_TIER, flags: defaultFlags(FIRST_TIER) },
    admin,
    at,
  });
  await queries.stepBehindWall(trx, workspaceId, userId);
  await keyring.createWorkspaceKey(trx, workspaceId, at);
  await seedWorkspace(modules.seeds, trx, { workspaceId, now: at });
  await emit(
    trx,
    { workspaceId, personnelId: admin.id, at },
    { event: 'workspace.created', entityId: workspaceId, subject: workspaceName },
  );
}

/** A link by which whoever holds it signs an organisation up, although sign-up is closed: once, within a day. */
export interface OperatorLink {
  url: string;
  hours: number;
}

/** Makes such a link; `whileEmpty`: it works as long as nobody can sign in. */
export async function makeSignUpLink(
  { authDb, config, now }: Pick<Deps, 'authDb' | 'config' | 'now'>,
  { whileEmpty }: { whileEmpty: boolean },
): Promise<OperatorLink> {
  const { token, hash } = newToken();
  await signUpQueries.insert(authDb, { tokenHash: hash, whileEmpty, expiresAt: endOf(now()) });
  return { url: linkTo(config, 'th', pageAddress('signup'), token), hours: SIGN_UP_HOURS };
}

/** The link for the first organisation of an installation where nobody may sign up; null where it needs none. */
export async function firstSignUpLink(deps: Pick<Deps, 'authDb' | 'config' | 'now'>): Promise<OperatorLink | null> {
  const { authDb, config } = deps;
  const needed = config.signup === 'closed' && !config.oidc?.only && (await signUpQueries.isEmpty(authDb));
  return needed ? makeSignUpLink(deps, { whileEmpty: true }) : null;
}

/** One after the other: of several links for the first organisation one makes it. */
async function assertEmpty(trx: Trx): Promise<void> {
  await signUpQueries.lockFirst(trx);
  if (!(await signUpQueries.isEmpty(trx))) throw invalid();
}

async function findOpen(ctx: RequestContext, token: string) {
  const { authDb, config, now } = ctx.deps;
  await spend(ctx.deps, TOKEN_ADDRESS, ctx.ip);
  const link = await signUpQueries.findOpen(authDb, hashToken(token), now());
  if (!link || (link.whileEmpty && !(await signUpQueries.isEmpty(authDb)))) throw invalid();
  // Closed since it was sent.
  if (link.email !== null && config.signup === 'closed') throw appError('auth.signupClosed');
  return link;
}

const invalid = () => appError('auth.signUpInvalid');
