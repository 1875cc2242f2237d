import { canonicalJson } from '../canonicalJson.ts';
import { checkSigned, keysOf, parsed, type PublicKey } from '../signed.ts';
import type { Receipt } from './receipt.ts';

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
  const signed = await checkSigned(jws, RECEIPT_TYPE, keys);
  if (!signed.ok) return signed;
  const { keyId, content: receipt } = signed;
  if (!Array.isArray(receipt['dpv:hasProcess'])) return { ok: false, fault: 'shape', keyId };
  if (readable !== undefined && canonicalJson(readable) !== canonicalJson(receipt))
    return { ok: false, fault: 'differs', keyId };
  return { ok: true, receipt: receipt as unknown as Receipt, keyId };
}
