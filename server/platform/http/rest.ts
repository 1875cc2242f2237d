import { callTRPCProcedure, type AnyTRPCProcedure, type AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../trpc/context.ts';
import { toErrorBody } from '../errors.ts';
import type { RouteConfig } from './callers.ts';
import type { Meta } from '../trpc/trpc.ts';

export interface RestCall {
  readonly path: string;
  readonly procedure: AnyTRPCProcedure;
  readonly meta: ProcedureMeta & { rest: NonNullable<Meta['rest']> };
  /** Address with `{name}` parameters, from the server's root. */
  readonly url: string;
}

/** What a procedure declares of itself, with the access that its builder set. */
type ProcedureMeta = Meta & { access: NonNullable<Meta['access']> };

/** Every procedure of the router with its path, in declaration order. */
export function proceduresOf(
  appRouter: AnyTRPCRouter,
): { path: string; procedure: AnyTRPCProcedure; meta: ProcedureMeta }[] {
  return Object.entries(appRouter._def.procedures as Record<string, AnyTRPCProcedure>).map(([path, procedure]) => ({
    path,
    procedure,
    meta: (procedure._def as { meta: ProcedureMeta }).meta,
  }));
}

/**
 * The REST calls that the router declares. A path that begins with `//` stands at the server's root, any other under
 * /api/v1.
 */
export function restCalls(appRouter: AnyTRPCRouter): RestCall[] {
  return proceduresOf(appRouter).flatMap(({ path, procedure, meta }) =>
    meta.rest
      ? [
          {
            path,
            procedure,
            meta: { ...meta, rest: meta.rest },
            url: meta.rest.path.startsWith('//') ? meta.rest.path.slice(1) : `/api/v1${meta.rest.path}`,
          },
        ]
      : [],
  );
}

/**
 * Registers one Fastify route for each REST call; each calls the procedure itself, so that REST and tRPC cannot
 * differ. Parameters in the path win over the body, the body over the query string.
 */
export function registerRest(
  app: FastifyInstance,
  appRouter: AnyTRPCRouter,
  createContext: (
    request: FastifyRequest,
    reply: FastifyReply,
    transport: RequestContext['transport'],
  ) => Promise<RequestContext>,
): void {
  for (const call of restCalls(appRouter)) {
    app.route({
      method: call.meta.rest.method,
      url: call.url.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        changes: call.meta.rest.method === 'GET' && call.procedure._def.type === 'mutation',
        programs: true,
        anonymousBody: call.meta.anonymousBody,
      } satisfies RouteConfig as object,
      handler: async (request, reply) => {
        if (call.meta.rest.confidential) keepConfidential(reply);
        const claimed = call.meta.rest.header && request.headers[call.meta.rest.header];
        const ctx = {
          ...(await createContext(request, reply, 'rest')),
          ...(claimed === undefined ? {} : { claimedId: String(claimed).trim().toLowerCase() }),
        };
        const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
        const input = { ...(request.query as object), ...body, ...(request.params as object) };
        try {
          const result = await callTRPCProcedure({
            router: appRouter,
            path: call.path,
            ctx,
            type: call.procedure._def.type,
            getRawInput: async () => input,
            signal: undefined,
            batchIndex: 0,
          });
          return reply.code(call.meta.rest.status ?? 200).send(result ?? {});
        } catch (error) {
          return sendError(request, reply, error, ctx.locale);
        }
      },
    });
  }
}

/**
 * Tells other sites and search engines to keep nothing of an answer's address; caches keep no answer of ours anyway.
 */
export function keepConfidential(reply: FastifyReply): void {
  void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
}

/** Answers with the error's body in the caller's language; faults of ours are logged, without what was sent. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  locale: RequestContext['locale'],
): FastifyReply {
  const { status, body } = toErrorBody(error, locale);
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  const seconds = status === 503 ? 1 : status === 429 ? body.details?.seconds : undefined;
  if (typeof seconds === 'number' && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(seconds));
  return reply.code(status).send(body);
}
