import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';

const PREFLIGHT_SECONDS = 86_400;

/**
 * Headers of an answer that is meant for scripts and pictures on any site, and for nothing else: not to be framed,
 * sniffed or run.
 */
const INERT = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  vary: 'Origin',
} as const;

/** Options of a public route: no cookies are read, so other people's sites may call it. */
export const ANY_SITE = { helmet: false, config: { anySite: true } } as const;

/**
 * Lets scripts of other sites read the answers of a plugin's routes, errors too (CORS, without credentials). Which
 * sites may use a form is seen to by `requireSite` once the form is known.
 */
export function forAnySite(app: FastifyInstance, strictTransport: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(INERT);
    if (strictTransport) void reply.header('strict-transport-security', strictTransport);
    const { origin } = request.headers;
    if (origin !== undefined)
      void reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', 'idempotency-replayed, retry-after, etag');
    done();
  });
}

/** What is embedded, as far as its sites are concerned: with no origins named, every site may use it. */
interface Embedded {
  readonly origins: ReadonlySet<string>;
}

/**
 * Refuses a browser on a site that the form does not allow. Without Origin it is no script of another site.
 * @param own the product's own origin
 * @param code the module's code of the refusal
 * @throws 403 `code`, which that site cannot read
 */
export function requireSite(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Embedded | null,
  own: string | undefined,
  code: ErrorCode,
): void {
  const { origin } = request.headers;
  if (origin === undefined || !form || form.origins.size === 0 || form.origins.has(origin)) return;
  if (origin === own || origin === `${request.protocol}://${request.headers.host}`) return;
  void reply.removeHeader('access-control-allow-origin');
  throw appError(code);
}

/** Answers what a browser asks before it sends: which headers it may; `more`: of these routes alone. */
export function preflight(reply: FastifyReply, methods: string, more: readonly string[] = []): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', ['content-type', 'idempotency-key', ...more].join(', '))
    .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    .send();
}

/** Whether a conditional request (If-None-Match) names the version that would be answered. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
  );
}
