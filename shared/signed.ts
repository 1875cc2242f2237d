import { type Bytes, bytesOf } from './base64url.ts';

// The browser's pages and the commands check by this one function, with WebCrypto alone; none asks the server anything.

/** A published key (RFC 7517). */
export interface PublicKey {
  readonly kid?: string;
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

/** ECDSA over P-256 (RFC 7518): the one that every browser's WebCrypto knows. */
export const SIGNING_ALGORITHM = 'ES256';

type SignatureVerdict =
  | { readonly ok: true; readonly keyId: string; readonly content: Record<string, unknown> }
  | { readonly ok: false; readonly fault: 'shape' | 'key' | 'signature'; readonly keyId?: string };

/**
 * Checks a compact JWS (RFC 7515) of one type against published keys, without a network. One altered character fails,
 * also one in the bits that base64url leaves unused.
 */
export async function checkSigned(jws: string, type: string, keys: readonly PublicKey[]): Promise<SignatureVerdict> {
  const [head = '', body = '', tail = '', more] = jws.split('.');
  const header = recordOf(textOf(bytesOf(head)));
  if (
    !header ||
    more !== undefined ||
    header.alg !== SIGNING_ALGORITHM ||
    header.typ !== type ||
    typeof header.kid !== 'string' ||
    'crit' in header
  )
    return { ok: false, fault: 'shape' };
  const keyId = header.kid;
  const key = keys.find(({ kid, kty, crv }) => kid === keyId && kty === 'EC' && crv === 'P-256');
  if (!key) return { ok: false, fault: 'key', keyId };
  const payload = bytesOf(body);
  const signature = bytesOf(tail);
  if (!payload || !signature || !(await isSigned(`${head}.${body}`, signature, key)))
    return { ok: false, fault: 'signature', keyId };
  const content = recordOf(textOf(payload));
  return content ? { ok: true, keyId, content } : { ok: false, fault: 'shape', keyId };
}

/** The keys of a JSON Web Key Set (RFC 7517), or of a single key; none when the text is neither. */
export function keysOf(text: string): PublicKey[] {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return [];
  const list = 'keys' in value && Array.isArray(value.keys) ? (value.keys as unknown[]) : [value];
  return list.filter((key): key is PublicKey => typeof key === 'object' && key !== null && 'kty' in key);
}

async function isSigned(text: string, signature: Bytes, { x, y }: PublicKey): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey(
      'jwk',
      { kty: 'EC', crv: 'P-256', x, y },
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    );
    return await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      signature,
      new TextEncoder().encode(text),
    );
  } catch {
    return false;
  }
}

function textOf(bytes: Bytes | null): string {
  try {
    return bytes ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : '';
  } catch {
    return '';
  }
}

function recordOf(text: string): Record<string, unknown> | null {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
