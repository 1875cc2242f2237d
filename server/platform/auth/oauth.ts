import type { Trx } from '../../../db/client.ts';
import type { OauthError } from '../../../shared/auth/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { email as emailSchema } from '../../../shared/text.ts';
import { endSessionsOfUser } from './sessions.ts';
import { logAccount } from '../security/log.ts';
import type { Deps } from '../trpc/context.ts';
import { findOpenMemberships } from './membership.ts';
import * as queries from './queries.ts';

/** What the provider says of a person; `issuer` and `subject` name them for good, the rest may change. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email?: string;
  emailVerified: boolean;
  name?: string;
  /** When it last asked them who they are, as far as it states that. */
  authenticatedAt?: Date;
}

/** Sign-in through the provider that cannot be; the reason is shown on the sign-in page. */
export class OauthRefusal extends Error {
  readonly reason: OauthError;
  constructor(reason: OauthError) {
    super(reason);
    this.name = 'OauthRefusal';
    this.reason = reason;
  }
}

/**
 * The account of a person whom the provider vouches for. Known by issuer and subject; at their first coming by their
 * verified address, which must be that of an account or of somebody invited. Whoever is in no workspace yet
 * `isInvited`: they are asked before they join one.
 * @throws OauthRefusal `unknown`, `unusable` or `unverified`
 */
export async function accountOf(
  { authDb, now }: Deps,
  claims: ProviderClaims,
  locale: Locale,
): Promise<{ userId: string; isInvited: boolean }> {
  const at = now();
  const { id, email } = await authDb.transaction().execute((trx) => resolve(trx, claims, locale, at));
  const isInvited =
    (await findOpenMemberships(authDb, id)).length === 0 &&
    (await queries.openInvitationsOf(authDb, email, at)).length > 0;
  return { userId: id, isInvited };
}

interface Account {
  id: string;
  email: string;
}

async function resolve(trx: Trx, claims: ProviderClaims, locale: Locale, at: Date): Promise<Account> {
  const { issuer, subject } = claims;
  const bound = await queries.userByIdentity(trx, issuer, subject);
  if (bound) {
    if (bound.disabledAt) throw new OauthRefusal('unusable');
    return bound;
  }
  const email = emailSchema.safeParse(claims.email);
  if (!claims.emailVerified || !email.success) throw new OauthRefusal('unverified');
  const user = await queries.userByEmail(trx, email.data);
  const userId = user
    ? await adopt(trx, claims, user, at)
    : await invitedAccount(trx, email.data, claims.name, locale, at);
  await queries.insertIdentity(trx, { issuer, subject, userId, createdAt: at });
  return { id: userId, email: user?.email ?? email.data };
}

/** Binds an account that is there already. */
async function adopt(
  trx: Trx,
  { issuer }: ProviderClaims,
  user: NonNullable<Awaited<ReturnType<typeof queries.userByEmail>>>,
  at: Date,
): Promise<string> {
  if (user.disabledAt) throw new OauthRefusal('unusable');
  // The provider gave this address to another person before: the account stays that one's.
  if (await queries.identityOf(trx, issuer, user.id)) throw new OauthRefusal('unusable');
  if (!user.emailVerifiedAt) {
    // Somebody signed up with this address without ever proving it was theirs; from now on only its owner gets in.
    await queries.setPassword(trx, user.id, null, at);
    if (user.passwordHash !== null)
      await logAccount(trx, user.email, { event: 'password.changed', at, details: { by: 'provider' } });
    await queries.markVerified(trx, user.id, at);
    await endSessionsOfUser(trx, user.id);
  }
  return user.id;
}

/** Makes the account of somebody invited, which is in no workspace. */
async function invitedAccount(
  trx: Trx,
  email: string,
  name: string | undefined,
  locale: Locale,
  at: Date,
): Promise<string> {
  const [invited] = await queries.openInvitationsOf(trx, email, at);
  if (!invited) throw new OauthRefusal('unknown');
  const userId = await queries.insertUser(trx, {
    email,
    name: name?.slice(0, 200) || invited.name,
    locale,
    passwordHash: null,
    verified: true,
    at,
  });
  if (!userId) throw new OauthRefusal('failed'); // made by another request this very moment: trying again finds it
  return userId;
}
