import { PROOF_MINUTES, type Proof } from '../../../shared/auth/schema.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { appError } from '../errors.ts';
import { logAccount } from '../security/log.ts';
import type { SignedInContext } from '../trpc/context.ts';
import { verifyPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { forgiveTries, spendTry } from './tries.ts';

async function read({ deps, session }: SignedInContext): Promise<{ passwordHash: string | null; fresh: boolean }> {
  const found = await queries.proofOf(deps.authDb, session.handle);
  if (!found) throw appError('UNAUTHORIZED');
  const age = deps.now().getTime() - Date.parse(found.createdAt);
  // Where passwords open nothing, they prove nothing either.
  const passwordHash = deps.config.oidc?.only ? null : found.passwordHash;
  return { passwordHash, fresh: found.proved && age < PROOF_MINUTES * MINUTE };
}

/**
 * How the caller proves that it is still they: by their password, or, without one, by having just signed in at a
 * provider that asked them again.
 */
export async function proof(ctx: SignedInContext): Promise<Proof> {
  const { passwordHash, fresh } = await read(ctx);
  return { by: passwordHash === null ? 'signIn' : 'password', fresh };
}

/**
 * Has the caller prove, before something that cannot be taken back, that it is still they. A password counts as one try
 * as at sign-in.
 * @throws 400 at the field `password` when it is missing or wrong; 409 `auth.signInAgain` for an account without
 *   password whose session is older than `PROOF_MINUTES`, or began without the provider asking them again; 429 with the
 *   seconds to wait
 */
export async function requireProof(ctx: SignedInContext, password: string | undefined): Promise<void> {
  const { deps, session } = ctx;
  const { passwordHash, fresh } = await read(ctx);
  if (passwordHash === null) {
    if (!fresh) throw appError('auth.signInAgain', { values: { minutes: PROOF_MINUTES } });
    return;
  }
  if (!password) throw appError('BAD_REQUEST', { at: 'password', text: 'errors:required' });
  await spendTry(ctx, session.email);
  if (!(await verifyPassword(passwordHash, password))) {
    await logAccount(deps.authDb, session.email, { event: 'signIn.failed', at: deps.now() });
    throw appError('auth.passwordWrong', { at: 'password' });
  }
  await forgiveTries(ctx, session.email);
}
