import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '../../../shared/duration.ts';
import { id } from '../../../shared/text.ts';
import type { CreateContext } from '../http/createContext.ts';
import { requireMembership } from '../auth/membership.ts';
import { type SignedInContext, type WorkspaceContext, workspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';

export interface FormRoutesOptions {
  createContext: CreateContext;
}

/** Who calls the routes of a plugin, found once a request and before its body is read. */
export interface Caller {
  signedIn(request: FastifyRequest): SignedInContext;
  /** The caller as personnel of a workspace named by the request. */
  inWorkspace(request: FastifyRequest, workspace: string | undefined): Promise<WorkspaceContext>;
  /** Route setting: at most `max` calls a minute and person or key. */
  limit(max: number): {
    rateLimit: { max: number; timeWindow: number; keyGenerator: (request: FastifyRequest) => string };
  };
}

/** Whose calls are counted together: a person's, or those of one key. */
const callerOf = (context: SignedInContext | undefined) => context?.session.program?.id ?? context?.session.userId;

/** Closes a plugin's routes for those who are not signed in. */
export function onlySignedIn(app: FastifyInstance, createContext: CreateContext): Caller {
  const contexts = new WeakMap<FastifyRequest, SignedInContext>();
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await createContext(request, reply, 'rest');
    const { session } = context;
    if (!session) throw appError('UNAUTHORIZED');
    contexts.set(request, { ...context, session });
  });
  const signedIn = (request: FastifyRequest): SignedInContext => {
    const context = contexts.get(request);
    if (!context) throw appError('UNAUTHORIZED');
    return context;
  };
  return {
    signedIn,
    async inWorkspace(request, workspace) {
      if (!workspace) throw appError('BAD_REQUEST', { at: 'workspace', text: 'errors:required' });
      if (!id.safeParse(workspace).success) throw appError('BAD_REQUEST', { at: 'workspace', text: 'errors:id' });
      const context = signedIn(request);
      return workspaceContext(context, await requireMembership(context, workspace));
    },
    limit: (max) => ({
      rateLimit: {
        max,
        timeWindow: MINUTE,
        keyGenerator: (request) => callerOf(contexts.get(request)) ?? request.ip,
      },
    }),
  };
}
