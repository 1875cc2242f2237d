import { parse } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { ByteRange } from './store.ts';

/**
 * Content-Disposition of a download, or of what is shown (RFC 6266): an ASCII name for old readers, the real one in
 * UTF-8.
 */
export function attachment(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const asciiName = parse(plain).name.replaceAll('_', '').trim() === '' ? `file${parse(plain).ext}` : plain;
  const real = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${asciiName}"; filename*=UTF-8''${real}`;
}

/** Headers under which bytes that people uploaded are harmless in a browser, whatever they are. */
export function inertHeaders(reply: FastifyReply, facts: { name: string; type: string }): void {
  void reply
    .header('content-type', facts.type)
    .header('content-disposition', attachment(facts.name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    // A picture is asked for again every time it is drawn, so that a suspended person's browser shows nothing; what is
    // downloaded, no browser keeps.
    .header('cache-control', facts.type.startsWith('image/') ? 'private, no-cache' : 'no-store');
}

/**
 * What a browser may show of documents that the product made itself, and under which policy: no script, nothing
 * fetched, only in a frame of our own. A PDF has no sandbox, since with one some browsers show nothing of it.
 */
const FRAME_POLICIES: Record<string, string> = {
  'application/pdf': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'text/html':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};
const policyOf = (type: string): string | undefined => FRAME_POLICIES[type.split(';')[0]!];

/** Whether a browser may show a document of this media type. */
export const isViewable = (type: string): boolean => policyOf(type) !== undefined;

/**
 * The headers of `inertHeaders`, for a document that the product made itself and the browser is to show.
 * @throws for a type that is not shown
 */
export function viewHeaders(reply: FastifyReply, facts: { name: string; type: string }): void {
  const policy = policyOf(facts.type);
  if (!policy) throw new Error(`${facts.type} is not shown`);
  inertHeaders(reply, facts);
  void reply
    .header('content-disposition', attachment(facts.name, 'inline'))
    .header('content-security-policy', policy)
    .header('x-frame-options', 'SAMEORIGIN');
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.1.2): undefined for all of it (no header, several
 * ranges, another unit), null when it lies outside.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined;
  if (parts[1] === '') {
    const last = Number(parts[2]);
    return last === 0 ? null : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(parts[1]);
  if (parts[2] !== '' && Number(parts[2]) < start) return undefined;
  return start >= size ? null : { start, end: parts[2] === '' ? size - 1 : Math.min(size - 1, Number(parts[2])) };
}
