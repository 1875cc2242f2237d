import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { SignedIn, signUpInput } from '../../../shared/auth/schema.ts';
import { defaultFlags } from '../../../shared/registry/flags.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import { hashPassword } from './passwords.ts';
import { SIGN_UP_ADDRESS, spend } from './throttle.ts';
import type { RequestContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import { welcomeMail } from './mails.ts';
import { assertGoodPassword } from './passwordReset.ts';
import * as queries from './queries.ts';
import { assertCanCarrySession, openSession } from './service.ts';

/** The package that an organisation begins with. */
const FIRST_TIER: Tier = 'Standard';

/**
 * Makes an organisation, its first workspace with the built-in catalogue and a data key, and its first Admin, who is
 * signed in: all of it or nothing.
 * @throws 403 `auth.signupClosed`; 409 `auth.emailTaken`; 400 with the field `password`; 429
 */
export async function signUp(ctx: RequestContext, input: z.output<typeof signUpInput>): Promise<SignedIn> {
  const { authDb, config, keyring, mailer, modules, now } = ctx.deps;
  if (config.signup === 'closed') throw appError('auth.signupClosed');
  assertCanCarrySession(ctx);
  await spend(ctx.deps, SIGN_UP_ADDRESS, ctx.ip);
  assertGoodPassword(input.password, input);
  const passwordHash = await hashPassword(input.password);
  const at = now();
  const workspaceId = randomUUIDv7();

  const userId = await authDb.transaction().execute(async (trx) => {
    const { email, name } = input;
    const owner = await queries.insertUser(trx, { email, name, locale: ctx.locale, passwordHash, verified: false, at });
    if (!owner) throw appError('auth.emailTaken', { at: 'email' });
    const admin = { id: randomUUIDv7(), userId: owner, email, name, role: 'Admin' } as const;
    await queries.insertTenant(trx, {
      organization: { id: randomUUIDv7(), name: input.organizationName },
      workspace: { id: workspaceId, name: input.workspaceName, tier: FIRST_TIER, flags: defaultFlags(FIRST_TIER) },
      admin,
      at,
    });
    await mailer.enqueue(
      trx,
      welcomeMail(
        config,
        { email, name, locale: ctx.locale },
        { organization: input.organizationName, workspace: input.workspaceName },
      ),
    );
    await queries.stepBehindWall(trx, workspaceId, owner);
    await keyring.createWorkspaceKey(trx, workspaceId, at);
    for (const seed of modules.seeds) await seed.newWorkspace(trx, { workspaceId, now: at });
    await emit(
      trx,
      { workspaceId, personnelId: admin.id, at },
      { event: 'workspace.created', entityId: workspaceId, subject: input.workspaceName },
    );
    return owner;
  });
  ctx.deps.poke();
  return openSession(ctx, userId);
}
