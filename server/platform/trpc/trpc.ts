import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { id, inWorkspace, maybeInWorkspace } from '../../../shared/text.ts';
import { isAllowedWhileClosed, type Permission, refusal } from '../../../shared/registry/permissions.ts';
import type { ProgramKey } from '../auth/programKeys.ts';
import { findOpenMemberships, requireMembership } from '../auth/membership.ts';
import { requirePermission } from '../auth/permission.ts';
import { type RequestContext, type SignedInContext, standingOf, workspaceContext } from './context.ts';
import { appError, asAppError, toErrorBody } from '../errors.ts';

export interface Meta {
  /**
   * Who may call: `open` nobody's session is needed, `session` any signed-in user (with `ws`: any personnel of it), or
   * a permission. The builder sets it (`open`, `authed`, `member`, `can`): a procedure never states it again.
   */
  access?: 'open' | 'session' | Permission;
  /** Bytes that its body may have of somebody without a session, where 16 KiB are too few. */
  anonymousBody?: number;
  /** Of `session`: programs may call too, since what it takes is judged within, by their scopes. */
  programs?: true;
  /** The REST call made from this procedure; path as in the contract, with `{ws}`, under /api/v1. */
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    path: string;
    summary: string;
    status?: 200 | 201;
    /** Statuses of failures beside those that every call may answer. */
    failures?: readonly number[];
    /** A header that may name who acts; it must be the caller's own personnel id. */
    header?: 'reporter-id' | 'dpo-id';
    /** Whoever knows the address may read the answer: no cache keeps it, and no other site learns the address. */
    confidential?: true;
  };
}

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    defaultMeta: { access: 'session' },
    errorFormatter({ shape, error, ctx }) {
      const { status, body } = toErrorBody(error, ctx?.locale ?? 'th');
      return {
        ...shape,
        message: body.message,
        data: { code: shape.data.code, httpStatus: status, path: shape.data.path, body },
      };
    },
  });

export const router = t.router;

/** Turns our errors into tRPC errors, here only; services know nothing of tRPC. */
const inTrpcTerms = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const cause = asAppError(result.error);
  if (cause) throw new TRPCError({ code: cause.status, message: cause.message, cause });
  return result;
});

const base = t.procedure.use(inTrpcTerms);

/** A procedure that anybody may call. */
export const open = base
  .meta({ access: 'open' })
  // To what is open to everybody a key adds nothing.
  .use(({ ctx, next }) => next({ ctx: { ...ctx, session: ctx.session?.program ? null : ctx.session } }));

/** A procedure for anybody who is signed in, in whatever workspace. */
export const authed = base.meta({ access: 'session' }).use(({ ctx, meta, next }) => {
  const { session } = ctx;
  if (!session) throw appError('UNAUTHORIZED');
  if (session.program) requireScope(session.program, meta);
  return ctx.deps.turns.take(session.program?.id ?? session.userId, () => next({ ctx: { ...ctx, session } }));
});

/** @throws 403 where the key has no such scope, or where only people may call */
function requireScope({ scopes }: ProgramKey, { access, programs }: Meta = {}): void {
  if (access === 'session' && programs) return;
  if (access === undefined || access === 'session' || access === 'open') throw appError('forbidden.program');
  if (!scopes.includes(access)) throw appError('forbidden.scope', { values: { scope: access } });
}

const namingWorkspace = z.object({ workspace: id });

function inside(access: 'session' | Permission, { evenIfClosed = false } = {}) {
  return authed
    .meta({ access })
    .input(inWorkspace)
    .use(async ({ ctx, input, next }) => next({ ctx: await enter(ctx, input.ws, access, { evenIfClosed }) }));
}

/** The workspace as the caller stands in it. @throws 404, 409 or 403 where they may not act in it */
async function enter(
  ctx: SignedInContext,
  ws: string,
  access: 'session' | Permission,
  options: { evenIfClosed: boolean },
) {
  const context = workspaceContext(ctx, await requireMembership(ctx, ws, options));
  if (access !== 'session') requirePermission(context.standing, access);
  if (ctx.claimedId !== undefined && ctx.claimedId !== context.personnel.id) throw appError('forbidden.notYou');
  return context;
}

/** A procedure for any personnel of the workspace `input.ws`. */
export const member = inside('session');

/** The same, also while the workspace is closed. */
export const memberEvenIfClosed = inside('session', { evenIfClosed: true });

/**
 * A procedure guarded by a permission of the workspace `input.ws`. Example:
 * `can('ropa.write').input(schema).mutation(…)`.
 */
export const can = (permission: Permission) => inside(permission, { evenIfClosed: isAllowedWhileClosed(permission) });

/** The same where the contract of the call names its workspace `workspace`. */
export const canInNamed = (permission: Permission) =>
  authed
    .meta({ access: permission })
    .input(namingWorkspace)
    .use(async ({ ctx, input, next }) =>
      next({ ctx: await enter(ctx, input.workspace, permission, { evenIfClosed: isAllowedWhileClosed(permission) }) }),
    );

/**
 * A procedure over all workspaces in which the caller has a permission; it takes none from `ctx` but who they are.
 * `input.ws` may name the one that the caller comes from; without it, there must be one in which they have it.
 */
export const canSomewhere = (permission: Permission) =>
  authed
    .meta({ access: permission })
    .input(maybeInWorkspace)
    .use(async ({ ctx, input, next }) => {
      if (input.ws !== undefined) await enter(ctx, input.ws, permission, { evenIfClosed: false });
      else {
        const memberships = await findOpenMemberships(ctx.deps.authDb, ctx.session.userId);
        const standings = memberships.map((membership) => standingOf(membership, ctx.deps.config));
        const reasons = standings.map((standing) => refusal(standing, permission));
        if (!reasons.includes(null)) throw appError(`forbidden.${reasons.find((reason) => reason !== null) ?? 'role'}`);
      }
      return next({ ctx });
    });
