import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext, SignedInContext } from '../../trpc/context.ts';
import { appError, toErrorBody } from '../../errors.ts';
import type { Hub } from '../../live/hub.ts';
import { preferredLocale } from '../../../../shared/locale.ts';
import { maySocket } from './origin.ts';
import { SocketSession } from './socket.ts';

const SWEEP_MS = 1000;
/** Of one user on one node: many browser tabs, but not a flood. */
const MAX_SOCKETS_PER_USER = 100;

export interface TrpcWsOptions {
  router: AnyTRPCRouter;
  hub: Hub;
  createContext: (request: FastifyRequest) => Promise<RequestContext> | RequestContext;
}

/**
 * tRPC's WebSocket protocol at GET /trpc, over @fastify/websocket, which must be registered before (with `maxPayload`
 * 64 KiB). A socket is only opened for a session, from our own pages or with a token, and lives as long as the session.
 */
export function registerTrpcWs(app: FastifyInstance, { router, hub, createContext }: TrpcWsOptions): void {
  const admitted = new WeakMap<object, SignedInContext>();
  const sessions = new Set<SocketSession>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const session of sessions) session.look(now);
  }, SWEEP_MS).unref();
  app.addHook('onClose', async () => clearInterval(sweep));

  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ws) return;
    let ctx: RequestContext | undefined;
    try {
      if (hub.dismissed) throw appError('SERVICE_UNAVAILABLE');
      ctx = await createContext(request);
      if (!maySocket(request, ctx.deps.config.publicUrl)) throw appError('origin');
      if (!ctx.session) throw appError('UNAUTHORIZED');
      if (hub.socketsOf(ctx.session.userId) >= MAX_SOCKETS_PER_USER) throw appError('TOO_MANY_REQUESTS');
      admitted.set(request.raw, { ...ctx, session: ctx.session });
    } catch (error) {
      const { status, body } = toErrorBody(
        error,
        ctx?.locale ?? preferredLocale(request.headers['accept-language'] ?? ''),
      );
      if (status === 500) request.log.error({ err: error }, 'upgrade failed');
      if (status === 503) reply.header('retry-after', '1');
      return reply.code(status).send(body);
    }
    return undefined;
  };

  void app.register(async (scope) => {
    scope.get('/trpc', { websocket: true, preValidation: admit }, (socket, request) => {
      const session = new SocketSession({
        socket,
        raw: request.raw.socket,
        ctx: admitted.get(request.raw)!,
        router,
        hub,
      });
      sessions.add(session);
      socket.on('close', () => sessions.delete(session));
    });
  });
}
