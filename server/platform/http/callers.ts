import { pipeline, Transform } from 'node:stream';
import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { AnyTRPCRouter } from '@trpc/server';
import { type Credential, credentialOf, mustBeSecure } from '../auth/cookies.ts';
import { signedInByKey } from '../auth/programKeys.ts';
import { resolveSignedIn, type SignedIn } from '../auth/sessions.ts';
import { countedAddress } from '../auth/throttle.ts';
import { appError } from '../errors.ts';
import { MemoryRate } from '../publicPage/rate.ts';
import { spendOf } from '../publicPage/request.ts';
import type { Deps } from '../trpc/context.ts';
import type { Meta } from '../trpc/trpc.ts';
import { isOwn } from './transport/origin.ts';

/** Bytes of the body of whoever is not signed in, unless the procedure they call takes more. */
const ANONYMOUS_BODY = 16 * 1024;
/** Calls a minute that one address may make without a session; each procedure has a limit of its own beside it. */
const ANONYMOUS_CALLS = 1200;

/** What routes say of themselves in their `config`. */
export interface RouteConfig {
  /** Other people's sites may call it: it reads no cookie, and has limits of its own. */
  readonly anySite?: true;
  /** It changes something although it is a GET. */
  readonly changes?: boolean;
  /** Programs may call it by their key: a REST call made from a procedure, or a route that asks for their scopes. */
  readonly programs?: true;
  /** `Meta.anonymousBody` of its procedure. */
  readonly anonymousBody?: number;
}
export const configOf = (request: FastifyRequest): RouteConfig => request.routeOptions.config as RouteConfig;
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

export interface Callers {
  /** Whether cookies of this request must be Secure. */
  isSecure(request: FastifyRequest): boolean;
  /** Who a request comes from, asked of the database once; null without a session. */
  signedInOf(request: FastifyRequest): Promise<SignedIn | null>;
}

/**
 * What is decided of a request before its body is read: whether it comes from our own pages, how often and how much
 * somebody without a session may send, and for how long.
 * @param settings.bodyMs how long a body that is no upload may take to arrive
 */
export function guardCallers(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'authDb' | 'modules' | 'now'>,
  { router, bodyMs }: { router: AnyTRPCRouter; bodyMs: number },
): Callers {
  const { config, authDb, modules, now } = deps;
  const isSecure = (request: FastifyRequest) => mustBeSecure(request, config.publicUrl);
  const credential = (request: FastifyRequest): Credential => credentialOf(request.headers, isSecure(request));
  const signedInBy = (token: string, address: string): Promise<SignedIn | null> =>
    modules.programKeys?.isKey(token)
      ? modules.programKeys.resolve(deps, token, address).then(signedInByKey)
      : resolveSignedIn(authDb, config, token, now());
  const sessions = new WeakMap<FastifyRequest, Promise<SignedIn | null>>();
  const signedInOf = (request: FastifyRequest): Promise<SignedIn | null> => {
    const known = sessions.get(request);
    if (known) return known;
    const { token } = credential(request);
    const signedIn = token === null ? Promise.resolve(null) : signedInBy(token, request.ip);
    sessions.set(request, signedIn);
    return signedIn;
  };
  const rate = new MemoryRate(ANONYMOUS_CALLS);
  const allowance = anonymousBodies(router);

  // Whoever acts by cookie must come from our own pages. Public calls of other people's sites read none.
  app.addHook('onRequest', (request, _reply, done) => {
    const { anySite, changes } = configOf(request);
    if (anySite || (isRead(request) && !changes) || credential(request).from === 'token') return done();
    const isOurs = changes ? isFromOwnPage(request, config.publicUrl) : isOwnOrigin(request, config.publicUrl);
    done(isOurs ? undefined : appError('origin'));
  });

  /** The body of somebody without a session, refused or bounded. */
  async function bounded(request: FastifyRequest, reply: FastifyReply, body: RequestPayload): Promise<RequestPayload> {
    if (await signedInOf(request)) return body;
    const counted = spendOf(rate, countedAddress(request.ip), reply);
    if (counted) await counted;
    const limit = allowance(request);
    const length = request.headers['content-length'];
    if (length === undefined) return pipeline(body, boundedBy(limit), () => {});
    if (Number(length) > limit) throw appError('PAYLOAD_TOO_LARGE');
    return body;
  }

  const guardBody = callbackify(bounded);
  // Also of addresses of nothing, whose bodies are read too.
  app.addHook('preParsing', (request, reply, body, done) => {
    if (isRead(request) || configOf(request).anySite || isUpload(request)) return done(null, body);
    cutAfter(request, bodyMs);
    guardBody(request, reply, body, done);
  });

  return { isSecure, signedInOf };
}

/** Forms are read by their routes, which ask who sends them first and bound them by what they carry. */
const isUpload = (request: FastifyRequest): boolean =>
  /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(request.headers['content-type'] ?? '');

/** Ends the connection of a request whose body has not come in time. */
function cutAfter({ raw }: FastifyRequest, ms: number): void {
  const comes = Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined;
  if (!comes || raw.readableEnded) return;
  const timer = setTimeout(() => raw.destroy(), ms).unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
}

/** Passes a body on whose length is not known, until it is longer than `limit` bytes. */
function boundedBy(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(appError('PAYLOAD_TOO_LARGE'));
      else done(null, chunk);
    },
  });
}

/** How much of a body a request may have without a session, by the procedures that it calls. */
function anonymousBodies(router: AnyTRPCRouter): (request: FastifyRequest) => number {
  const procedures = router._def.procedures as Record<string, { _def: { meta?: Meta } }>;
  const ofProcedure = (path: string) =>
    Object.hasOwn(procedures, path) ? procedures[path]!._def.meta?.anonymousBody : undefined;
  return (request) => {
    if (request.routeOptions.url !== '/trpc/*') return configOf(request).anonymousBody ?? ANONYMOUS_BODY;
    const paths = (request.params as { '*': string })['*'].split(',', 30);
    return Math.max(ANONYMOUS_BODY, ...paths.map((path) => ofProcedure(path) ?? 0));
  };
}

/** Whether Origin (or, where a browser sends none, Sec-Fetch-Site) says that the request comes from our own pages. */
function isOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers;
  if (origin) return isOwn(origin, request, publicUrl);
  const site = request.headers['sec-fetch-site'];
  if (site) return site === 'same-origin' || site === 'none';
  // Neither header: not a browser of this decade; without a cookie there is nothing to abuse.
  return !request.headers.cookie;
}

/**
 * Whether one of our own pages asked for an address that changes something when it is opened. A link in a mail opens it
 * too, so without evidence the answer is no, unless there is no cookie to abuse.
 */
function isFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, referer, cookie } = request.headers;
  if (!cookie) return true;
  const site = request.headers['sec-fetch-site'];
  if (site) return site === 'same-origin';
  const named = origin ?? (referer && URL.canParse(referer) ? new URL(referer).origin : undefined);
  return named !== undefined && isOwn(named, request, publicUrl);
}
