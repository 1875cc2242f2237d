import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../../../platform/publicPage/sites.ts';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A rendered and compressed answer in the cache. */
export interface Answer {
  readonly type: string;
  readonly etag: string;
  readonly bytes: { readonly identity: Buffer; readonly br: Buffer; readonly gzip: Buffer };
}

export const CACHE = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

export async function answerOf(type: string, text: string): Promise<Answer> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([
    compress.br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    compress.gzip(identity),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { type, etag, bytes: { identity, br, gzip: gz } };
}

/** Sends a cached answer: 304, or the bytes in an encoding that the browser accepts. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, { type, etag, bytes }: Answer): FastifyReply {
  // Answers with such a header also vary by the calling site: a cache must not pass one site's permission to another.
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  void reply.headers({ 'content-type': type, etag, 'cache-control': CACHE, vary });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
  );
  return encoding ? reply.header('content-encoding', encoding).send(bytes[encoding]) : reply.send(bytes.identity);
}
