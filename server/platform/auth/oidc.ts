import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { OAUTH_ERROR_PAGE, OAUTH_START, type OauthError, PROOF_MINUTES } from '../../../shared/auth/schema.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { isLocale, LOCALES, type Locale } from '../../../shared/locale.ts';
import { safeNext, withLocale } from '../../../shared/registry/routeMatch.ts';
import type { RequestContext } from '../trpc/context.ts';
import { accountOf, OauthRefusal, type ProviderClaims } from './oauth.ts';
import { openSession } from './service.ts';
import { cookieLine, hostCookie, mustBeSecure, readCookie } from './cookies.ts';

const COOKIE = 'pokpong_oauth';
const CALLBACK = '/oauth/callback';
const SEAL = 'oauth.journey';
const MINUTES = 10;

const stored = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  next: z.string().nullable(),
  again: z.boolean(),
  locale: z.enum(LOCALES),
  until: z.number(),
});
type Stored = z.infer<typeof stored>;

interface Options {
  createContext: (request: FastifyRequest, reply: FastifyReply, transport: 'http') => Promise<RequestContext>;
}

/**
 * Sign-in through the organisation's OpenID Connect provider: `GET /oauth/start?next=&locale=&again=` leaves for it,
 * `GET /oauth/callback` comes back, starts a session and goes on to the page that was asked for. What happened in
 * between is known from an encrypted cookie of ten minutes; a refusal is displayed on the sign-in page.
 */
export async function oauthRoutes(app: FastifyInstance, { createContext }: Options): Promise<void> {
  const setCookie = (ctx: RequestContext, request: FastifyRequest, reply: FastifyReply, value: string, expires: Date) =>
    reply.header('set-cookie', cookieLine(COOKIE, value, { expires, secure: isSecure(ctx, request) }));

  app.get(OAUTH_START, async (request, reply) => {
    const ctx = await createContext(request, reply, 'http');
    const { config, keyring, log, now } = ctx.deps;
    const {
      next,
      locale: requestedLocale,
      again,
    } = request.query as { next?: unknown; locale?: unknown; again?: unknown };
    const locale = isLocale(requestedLocale) ? requestedLocale : ctx.locale;
    const isAgain = again !== undefined;
    if (!config.oidc) return refuse(reply, locale, 'off');
    const redirectUri = `${config.publicUrl ?? `${request.protocol}://${request.host}`}${CALLBACK}`;
    try {
      const { startJourney } = await openProvider();
      const { url, journey } = await startJourney(config.oidc, redirectUri, locale, {
        production: config.nodeEnv === 'production',
        again: isAgain,
      });
      const until = new Date(now().getTime() + MINUTES * MINUTE);
      const memory: Stored = {
        ...journey,
        next: safeNext(typeof next === 'string' ? next : null),
        again: isAgain,
        locale,
        until: until.getTime(),
      };
      setCookie(
        ctx,
        request,
        reply,
        keyring.system.seal(SEAL, '', JSON.stringify(memory)).toString('base64url'),
        new Date(Date.now() + MINUTES * MINUTE),
      );
      return go(reply, url.href);
    } catch (error) {
      log.warn({ err: error }, 'the OpenID Connect provider could not be asked');
      return refuse(reply, locale, 'failed');
    }
  });

  app.get(CALLBACK, async (request, reply) => {
    const ctx = await createContext(request, reply, 'http');
    const { config, log, now } = ctx.deps;
    const memory = recall(ctx, request);
    setCookie(ctx, request, reply, '', new Date(0));
    if (!config.oidc) return refuse(reply, ctx.locale, 'off');
    if (!memory || memory.until <= now().getTime()) return refuse(reply, memory?.locale ?? ctx.locale, 'expired');
    const { locale, next } = memory;
    const { endJourney, wasCancelled } = await openProvider();
    try {
      const claims = await endJourney(
        config.oidc,
        memory,
        new URL(request.url, memory.redirectUri).search,
        config.nodeEnv === 'production',
      );
      const { userId, isInvited } = await accountOf(ctx.deps, claims, locale);
      await openSession(ctx, userId, { by: 'provider', proved: memory.again && isRecent(claims, now()) });
      return go(reply, withLocale(locale, isInvited ? pageAddress('invitation') : (next ?? '/')));
    } catch (error) {
      if (error instanceof OauthRefusal) return refuse(reply, locale, error.reason);
      if (wasCancelled(error)) return refuse(reply, locale, 'cancelled');
      log.warn({ err: error }, 'sign-in through the OpenID Connect provider failed');
      return refuse(reply, locale, 'failed');
    }
  });
}

/**
 * Whether the provider asked who is there at this sign-in: the browser may have left out that it was to. A provider
 * that does not state when it asked is trusted.
 */
const isRecent = ({ authenticatedAt }: ProviderClaims, now: Date): boolean =>
  authenticatedAt === undefined || now.getTime() - authenticatedAt.getTime() < PROOF_MINUTES * MINUTE;

/** Its library is loaded where somebody signs in by it. */
const openProvider = () => import('./oidcProvider.ts');

const isSecure = ({ deps }: RequestContext, request: FastifyRequest) => mustBeSecure(request, deps.config.publicUrl);

function recall(ctx: RequestContext, request: FastifyRequest): Stored | null {
  const { deps } = ctx;
  const value = readCookie(request.headers.cookie, hostCookie(COOKIE, isSecure(ctx, request)));
  if (!value) return null;
  try {
    return stored.parse(JSON.parse(deps.keyring.system.open(SEAL, '', Buffer.from(value, 'base64url'))));
  } catch {
    return null;
  }
}

const go = (reply: FastifyReply, to: string) => reply.redirect(to, 303);
const refuse = (reply: FastifyReply, locale: Locale, reason: OauthError) =>
  go(reply, withLocale(locale, `${OAUTH_ERROR_PAGE}?error=${reason}`));
