import type { FastifyRequest } from 'fastify';

/** Whether an Origin is the product's own: the configured public address, or the address that was asked. */
export function isOwn(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (publicUrl && origin === new URL(publicUrl).origin) return true;
  return origin === `${request.protocol}://${request.headers.host}`;
}

/**
 * Whether a socket may be opened: from our own pages, or, where there is no Origin (not a browser), with a token
 * that a page could not have sent by itself.
 */
export function maySocket(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, authorization } = request.headers;
  if (origin !== undefined) return isOwn(origin, request, publicUrl);
  return /^Bearer /i.test(authorization ?? '');
}
