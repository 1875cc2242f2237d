import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { MINUTE } from '../shared/duration.ts';
import { isLocale, LOCALE_COOKIE, preferredLocale, type Locale } from '../shared/locale.ts';
import { cookieLine, hostCookie, readCookie, sessionCookie } from './platform/auth/cookies.ts';
import { DEVICE_COOKIE, deviceEnds } from './platform/auth/device.ts';
import { rotateSession } from './platform/auth/sessions.ts';
import type { Deps } from './platform/trpc/context.ts';
import { router } from './platform/trpc/trpc.ts';
import { acceptJson, acceptUtf8Alone } from './platform/http/bodies.ts';
import { type Callers, configOf, guardCallers, type RouteConfig } from './platform/http/callers.ts';
import { COMPRESSION } from './platform/http/compression.ts';
import type { CreateContext } from './platform/http/createContext.ts';
import { type Manifest, routersOf } from './platform/modules/manifest.ts';
import { apiDocs } from './platform/http/docs.ts';
import { MemoryRate } from './platform/publicPage/rate.ts';
import { spendOf } from './platform/publicPage/request.ts';
import { embedRoutes } from './platform/publicPage/embeds.ts';
import { AppError, appError } from './platform/errors.ts';
import type { Health } from './platform/health/health.ts';
import { servePages } from './platform/http/pages.ts';
import { healthRoutes } from './platform/health/routes.ts';
import type { Hub } from './platform/live/hub.ts';
import { registerRest, sendError } from './platform/http/rest.ts';
import { registerTrpcHttp } from './platform/http/transport/http.ts';
import { registerTrpcWs } from './platform/http/transport/ws.ts';

/** Beginnings of addresses that answer for themselves and are never a page of the client. Modules add theirs. */
const SERVER_PATHS = ['/api', '/trpc', '/healthz', '/readyz', '/assets', '/sdk'];

/** A request has come whole by then, the largest upload over a slow line included; Fastify itself sets no end. */
const REQUEST_MS = 15 * MINUTE;

export interface AppOptions {
  deps: Deps;
  hub: Hub;
  /** What is plugged in: their procedures and routes are mounted. */
  modules: readonly Manifest[];
  /** Folder of the built client; left out, only the API is served (tests, `npm run dev`). */
  clientDir?: string;
  /** What /readyz says; left out, nobody asks (tests). */
  health?: Health;
  /** How long the body of a request that is no upload may take to arrive, ms. */
  bodyMs?: number;
}

/**
 * The web server as a function of what it depends on. Nothing listens yet: tests call `app.inject`, `main.ts` listens.
 */
export async function buildApp({
  deps,
  hub,
  modules,
  clientDir,
  health,
  bodyMs = 30_000,
}: AppOptions): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // URLs may name people (a search); routes are logged by pattern below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: config.trustProxy as never,
    bodyLimit: 1024 * 1024,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Requests under way end; what is idle is closed.
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_MS,
  });

  logAnswers(app, deps);
  acceptUtf8Alone(app);
  // For all routes: it ends the sockets of whoever asks for an upgrade where there is none.
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    void sendError(request, reply, inOurTerms(error), localeOf(request));
  });
  for (const { publicHttp } of modules)
    if (publicHttp)
      await app.register(async (scope) => {
        takeAnySiteAlone(scope);
        await publicHttp(scope, { deps, hub });
      });
  // In a context of its own: hooks of the root would run for public routes too.
  await app.register(async (own) => mountOwn(own, { deps, hub, modules, clientDir, health, bodyMs }));
  return app;
}

/** Nobody asks who calls the routes of this context: each must say that it reads no cookie. */
function takeAnySiteAlone(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config, url }) => {
    if (!(config as RouteConfig | undefined)?.anySite) throw new Error(`${url} is no route for other people's sites`);
  });
}

/** All that our own pages, signed-in people and programs call, and what is at no address. */
async function mountOwn(
  app: FastifyInstance,
  { deps, hub, modules, clientDir, health, bodyMs }: AppOptions & { bodyMs: number },
): Promise<void> {
  const appRouter = router(routersOf(modules));
  const callers = guardCallers(app, deps, { router: appRouter, bodyMs });
  await app.register(compress, COMPRESSION);
  await app.register(helmet, securityHeaders(deps.config));
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => appError('TOO_MANY_REQUESTS') });

  const createContext = contextCreator(deps, callers);
  registerTrpcHttp(app, {
    router: appRouter,
    createContext: (request, reply) => createContext(request, reply, 'http'),
    position: () => hub.position,
  });
  registerTrpcWs(app, { router: appRouter, hub, createContext: (request) => createContext(request, null, 'ws') });
  await app.register(async (own) => {
    own.removeContentTypeParser('application/json');
    // Clients name the type of a body whether they send one or not.
    acceptJson(own, { mayBeEmpty: true });
    registerRest(own, appRouter, createContext);
  });
  for (const { http } of modules) if (http) await app.register(http, { deps, hub, createContext });
  await app.register(apiDocs);
  await app.register(embedRoutes, { clientDir, embeds: modules.flatMap(({ embed }) => embed ?? []) });

  if (health) healthRoutes(app, health);
  await servePages(app, {
    clientDir,
    serverPaths: [...SERVER_PATHS, ...modules.flatMap(({ paths = [] }) => paths)],
    modules,
    localeOf,
  });
}

/**
 * Names every request in its answer, which no cache keeps unless its route says so; logs, for debugging, which route
 * answered how.
 */
function logAnswers(app: FastifyInstance, deps: Deps): void {
  // Hooks that wait for nothing are told apart from others by their callback: a promise each would be dearer than they
  // are.
  const logs = deps.log.isLevelEnabled('debug');
  app.addHook('onRequest', (request, reply, done) => {
    // Answers are about people unless a route says that they may be kept.
    void reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (logs)
      request.log.debug(
        {
          route: request.routeOptions.url,
          method: request.method,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      );
    done();
  });
}

/** Calls a minute that a program may make by one key. */
const PROGRAM_CALLS = 600;

/** Resolves who calls, and in which language. */
function contextCreator(deps: Deps, callers: Callers): CreateContext {
  const rate = new MemoryRate(PROGRAM_CALLS);
  return async (request, reply, transport) => {
    const signedIn = await callers.signedInOf(request);
    const session = signedIn?.session ?? null;
    const secure = callers.isSecure(request);
    if (session?.program) {
      if (!configOf(request).programs || !reply) throw appError('forbidden.program');
      await spendOf(rate, session.program.id, reply);
    }
    if (session?.renew && reply) {
      const renewed = await rotateSession(deps.authDb, deps.config, session, deps.now());
      if (renewed) void reply.header('set-cookie', sessionCookie(renewed.token, renewed.expiresAt, secure));
    }
    return {
      deps,
      transport,
      locale: localeOf(request),
      session,
      ip: request.ip,
      memberships: new Map(signedIn?.memberships.map((one) => [one.workspace.id, Promise.resolve(one)])),
      ...(reply
        ? {
            setSession: (value: string | null, expiresAt?: Date) =>
              void reply.header('set-cookie', sessionCookie(value, expiresAt, secure)),
            device: {
              cookie: readCookie(request.headers.cookie, hostCookie(DEVICE_COOKIE, secure)),
              remember: (value: string) =>
                void reply.header('set-cookie', cookieLine(DEVICE_COOKIE, value, { expires: deviceEnds(), secure })),
            },
          }
        : {}),
    };
  };
}

/** The caller's language: what the client says it shows, then the cookie, then the browser's list. */
function localeOf(request: FastifyRequest): Locale {
  const header = request.headers['accept-language'];
  if (isLocale(header)) return header;
  const cookieValue = readCookie(request.headers.cookie, LOCALE_COOKIE);
  if (isLocale(cookieValue)) return cookieValue;
  return preferredLocale(header ?? '');
}

function inOurTerms(error: Error & { statusCode?: number; code?: string }): unknown {
  if (error instanceof AppError) return error;
  switch (error.statusCode) {
    case 413:
      return appError('PAYLOAD_TOO_LARGE');
    case 415:
      return appError('UNSUPPORTED_MEDIA_TYPE');
    case 429:
      return appError('TOO_MANY_REQUESTS');
    case 404:
      return appError('NOT_FOUND');
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? appError('BAD_REQUEST') : error;
  }
}

function securityHeaders(config: Deps['config']) {
  const dev = config.nodeEnv === 'development';
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Emotion writes its rules into style elements; styles cannot run code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Letters and reports that are shown in a frame have their fonts in them.
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(dev ? ['ws:', 'wss:'] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' as const },
    xFrameOptions: { action: 'deny' as const },
  };
}
