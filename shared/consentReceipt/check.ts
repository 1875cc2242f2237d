import { type Bytes, bytesOf } from '../base64url.ts';
import { canonicalJson } from '../canonicalJson.ts';
import type { Receipt } from './receipt.ts';

// The browser's page and the command check by this one function, with WebCrypto alone; neither asks the server
// anything.

/** A published key (RFC 7517). */
export interface PublicKey {
  readonly kid?: string;
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

/** ECDSA over P-256 (RFC 7518): the one that every browser's WebCrypto knows. */
export const RECEIPT_ALGORITHM = 'ES256';
/** Says what was signed, so that nothing else signed by the same key passes for a receipt. */
export const RECEIPT_TYPE = 'consent-receipt+jws';

/**
 * Why a receipt is not good: `shape` not a signed receipt at all, `key` not signed by any of these keys, `signature`
 * changed since it was signed, `differs` the readable file says something else than the signed one.
 */
export type ReceiptFault = 'shape' | 'key' | 'signature' | 'differs';
export type ReceiptVerdict =
  | { readonly ok: true; readonly receipt: Receipt; readonly keyId: string }
  | { readonly ok: false; readonly fault: ReceiptFault; readonly keyId?: string };

/** A readable receipt, or the answer of the API that holds one with its signature. */
interface SubmittedReceipt {
  /** Compact JWS (RFC 7515). */
  jws: string;
  /** The readable receipt that came beside it, to be the same as the signed one. */
  readable?: unknown;
}

/** The keys of a JSON Web Key Set (RFC 7517), or of a single key; none when the text is neither. */
export function keysOf(text: string): PublicKey[] {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return [];
  const list = 'keys' in value && Array.isArray(value.keys) ? (value.keys as unknown[]) : [value];
  return list.filter((key): key is PublicKey => typeof key === 'object' && key !== null && 'kty' in key);
}

/** What a text that somebody dropped or pasted is; null when it is none of these. */
export function kindOf(text: string): 'jws' | 'keys' | 'readable' | 'answer' | null {
  const trimmed = text.trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return 'jws';
  if (keysOf(trimmed).length > 0) return 'keys';
  const value = parsed(trimmed);
  if (typeof value !== 'object' || value === null) return null;
  if ('jws' in value && typeof value.jws === 'string') return 'answer';
  return '@context' in value ? 'readable' : null;
}

/** The signed receipt and the readable one of what somebody gave: files in any order, or the API's answer. */
export function submittedReceiptOf(texts: readonly string[]): SubmittedReceipt | null {
  let jws: string | undefined;
  let readable: unknown;
  for (const text of texts) {
    const kind = kindOf(text);
    if (kind === 'jws') jws = text.trim();
    if (kind === 'readable') readable = parsed(text);
    if (kind === 'answer') {
      const answer = parsed(text) as { jws: string; receipt?: unknown };
      jws = answer.jws.trim();
      readable = answer.receipt;
    }
  }
  return jws === undefined ? null : { jws, ...(readable !== undefined && { readable }) };
}

/**
 * Checks a signed receipt against published keys, without a network. One altered character fails, also one in the bits
 * that base64url leaves unused.
 */
export async function checkReceipt(
  { jws, readable }: SubmittedReceipt,
  keys: readonly PublicKey[],
): Promise<ReceiptVerdict> {
  const [head = '', body = '', tail = '', more] = jws.split('.');
  const header = recordOf(textOf(bytesOf(head)));
  if (
    !header ||
    more !== undefined ||
    header.alg !== RECEIPT_ALGORITHM ||
    header.typ !== RECEIPT_TYPE ||
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
  const receipt = recordOf(textOf(payload));
  if (!receipt || !Array.isArray(receipt['dpv:hasProcess'])) return { ok: false, fault: 'shape', keyId };
  if (readable !== undefined && canonicalJson(readable) !== canonicalJson(receipt))
    return { ok: false, fault: 'differs', keyId };
  return { ok: true, receipt: receipt as unknown as Receipt, keyId };
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
