import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, preferredLocale } from '../../../../shared/locale.ts';
import { LIVE_POSITION_HEADER } from '../../../../shared/notification/schema.ts';
import type { RequestContext } from '../../trpc/context.ts';
import { AppError, appError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { acceptJson } from '../bodies.ts';
import { errorShape, type ErrorShape } from './errors.ts';

const BODY_LIMIT = 1024 * 1024;
const MAX_CALLS = 30;
/** Work that has started is finished, also when the caller has gone. */
const NEVER = new AbortController().signal;

export interface TrpcHttpOptions {
  router: AnyTRPCRouter;
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext> | RequestContext;
  /** Where the stream of live events stands; sent along, so that a page can subscribe from before its first look. */
  position?: () => string | undefined;
}

type Answer = { result: { data: unknown } } | { error: ErrorShape };

/**
 * tRPC over HTTP at /trpc/<procedure>, as its httpBatchLink and httpLink speak it (JSON only): GET for queries, POST
 * for mutations and for queries too long for an address. Made for this server because the stock adapter, which goes
 * through fetch's Request and Response, costs eight times a bare route; `npm run bench` compares.
 */
export function registerTrpcHttp(app: FastifyInstance, { router, createContext, position }: TrpcHttpOptions): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    // httpLink sends no body where the input is undefined.
    acceptJson(scope, { bodyLimit: BODY_LIMIT, mayBeEmpty: true });

    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const shape = errorShape(router, inOurTerms(error), {
        path: undefined,
        type: 'unknown',
        ctx: undefined,
        locale: localeOf(request),
        log: request.log as Logger,
      });
      return send(reply, shape.data.httpStatus, { error: shape });
    });

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { paths, batched, inputOf } = readCalls(request);
      const at = position?.();
      if (at) reply.header(LIVE_POSITION_HEADER, at);
      const ctx = await createContext(request, reply);
      const answers = await Promise.all(
        paths.map((path, index) => answer(router, request, ctx, path, index, inputOf(index))),
      );
      return send(reply, statusOf(answers), batched ? answers : answers[0]!);
    };
    scope.get('/trpc/*', handler);
    scope.post('/trpc/*', { bodyLimit: BODY_LIMIT }, handler);
  });
}

interface Calls {
  paths: string[];
  batched: boolean;
  inputOf: (index: number) => unknown;
}

/** What a request asks for. @throws badRequest when the input is no JSON or there are too many calls */
function readCalls(request: FastifyRequest): Calls {
  const path = (request.params as { '*': string })['*'];
  const query = request.query as { batch?: string; input?: string };
  let input: unknown = request.body;
  if (request.method === 'GET') {
    try {
      input = query.input ? JSON.parse(query.input) : undefined;
    } catch {
      throw appError('json');
    }
  }
  if (query.batch !== '1') return { paths: [path], batched: false, inputOf: () => input };
  const paths = path.split(',');
  if (paths.length > MAX_CALLS) throw appError('batch.tooLarge');
  if (input !== undefined && (typeof input !== 'object' || input === null)) throw appError('json');
  const inputs = (input ?? {}) as Record<string, unknown>;
  return { paths, batched: true, inputOf: (index) => (Object.hasOwn(inputs, index) ? inputs[index] : undefined) };
}

async function answer(
  router: AnyTRPCRouter,
  request: FastifyRequest,
  ctx: RequestContext,
  path: string,
  batchIndex: number,
  input: unknown,
): Promise<Answer> {
  const procedures = router._def.procedures as Record<
    string,
    { _def: { type: 'query' | 'mutation' | 'subscription' } }
  >;
  const type = Object.hasOwn(procedures, path) ? procedures[path]!._def.type : 'unknown';
  try {
    if (type === 'unknown') throw appError('procedure.notFound');
    if (type === 'subscription') throw appError('socketOnly');
    // A GET may come from a link on any page: it changes nothing.
    if (type === 'mutation' && request.method === 'GET') throw appError('method');
    const data = await callTRPCProcedure({
      router,
      path,
      ctx,
      type,
      getRawInput: async () => input,
      signal: NEVER,
      batchIndex,
    });
    return { result: { data } };
  } catch (error) {
    return { error: errorShape(router, error, { path, type, ctx, log: ctx.deps.log }) };
  }
}

/** 200, the one status all failed with, or 207 where the calls of a batch ended differently. */
function statusOf(answers: readonly Answer[]): number {
  let status: number | undefined;
  for (const one of answers) {
    const own = 'error' in one ? one.error.data.httpStatus : 200;
    if (status !== undefined && status !== own) return 207;
    status = own;
  }
  return status ?? 200;
}

function send(reply: FastifyReply, status: number, body: Answer | Answer[]): FastifyReply {
  if (status === 503) reply.header('retry-after', '1');
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}

/** Fastify's own refusals (a body too large, of the wrong type, no JSON) in the words of our catalogue. */
function inOurTerms(error: Error & { statusCode?: number; code?: string }): unknown {
  if (error instanceof AppError) return error;
  if (error.statusCode === 413) return appError('PAYLOAD_TOO_LARGE');
  if (error.statusCode === 415) return appError('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode === 429) return appError('TOO_MANY_REQUESTS');
  const ours = error.code?.startsWith('FST_') || error instanceof SyntaxError;
  return ours && error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? appError('json') : error;
}

const localeOf = (request: FastifyRequest): Locale => preferredLocale(request.headers['accept-language'] ?? '');
