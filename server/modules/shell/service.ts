import { FIRST_WORKSPACES, firstWorkspace } from '../../../shared/shell/firstWorkspaces.ts';
import { listWorkspaces } from '../../../shared/workspace/schema.ts';
import { requireMembership } from '../../platform/auth/membership.ts';
import { profileOf } from '../../platform/auth/service.ts';
import { AppError } from '../../platform/errors.ts';
import { type RequestContext, type SignedInContext, workspaceContext } from '../../platform/trpc/context.ts';
import * as workspaces from '../workspace/service.ts';
import { PRODUCT_VERSION } from '../../../shared/constants.ts';
import type { ShellConfig, ShellStart } from '../../../shared/shell/schema.ts';

/** An account that only exists in the demo, which is refused in production. */
const DEMO_ACCOUNT = 'admin@demo.example';

/**
 * The initial data of a page, in one answer: the caller's workspaces, and the named or otherwise the first one. Where
 * it cannot be entered, later calls of the client return the reason.
 */
export async function start(ctx: RequestContext, named: string | undefined): Promise<ShellStart> {
  const { session } = ctx;
  const settings = await config(ctx);
  if (!session) return { config: settings, workspaces: null, current: null };
  const signedIn = { ...ctx, session };
  return ctx.deps.turns.take(session.userId, async () => {
    const list = await workspaces.list(signedIn, listWorkspaces.parse(FIRST_WORKSPACES));
    const ws = named ?? firstWorkspace(list.collection);
    return { config: settings, workspaces: list, current: ws === null ? null : await enter(signedIn, ws) };
  });
}

/** A workspace with the caller's membership; null where they cannot enter it now. */
async function enter(ctx: SignedInContext, ws: string): Promise<ShellStart['current']> {
  try {
    const inside = workspaceContext(ctx, await requireMembership(ctx, ws));
    const [workspace, profile] = await inside.read((trx) =>
      Promise.all([workspaces.existing(ctx, trx, ws), profileOf(trx, inside)]),
    );
    return { ws, workspace, profile };
  } catch (error) {
    if (error instanceof AppError && (error.status === 'NOT_FOUND' || error.status === 'CONFLICT')) return null;
    throw error;
  }
}

/** The configuration that the client needs before sign-in. Nothing in it is secret. */
export async function config({ deps }: RequestContext): Promise<ShellConfig> {
  const { config } = deps;
  const production = config.nodeEnv === 'production';
  return {
    variant: config.variant,
    signup: config.signup,
    oidc: config.oidc ? { name: config.oidc.name, only: config.oidc.only } : null,
    support: config.support,
    manualUrl: config.manualUrl ?? null,
    version: PRODUCT_VERSION,
    demo: !production && (await hasDemo(deps)),
    devMail: !production && config.smtpUrl === undefined,
  };
}

async function hasDemo({ authDb }: RequestContext['deps']): Promise<boolean> {
  const row = await authDb.selectFrom('users').select('id').where('email', '=', DEMO_ACCOUNT).executeTakeFirst();
  return row !== undefined;
}
