import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

/**
 * Sealed bytes:
 *
 *     version | length of the key id | key id | nonce (12) | ciphertext | tag (16)
 *
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. Everything before the nonce and the caller's
 * context are associated data, so that a value moved to another column, workspace or row does not open.
 * With random nonces one key is good for 2^32 messages; keys here belong to one workspace.
 *
 * Version 2 has the row in its context; version 1, which is still read, had not.
 */
const VERSION = 2;
const WITHOUT_ROW = 1;
const NONCE = 12;
const TAG = 16;

/**
 * Sealed bytes that do not open. `reason`: `otherKey` sealed with another key, `damaged` changed, cut short or out of
 * place, `foreign` never sealed by this product, or by a newer one.
 */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly reason: 'otherKey' | 'damaged' | 'foreign';
  constructor(reason: SealError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Seals `data` under a 32-byte key. `keyId` is written in clear, at most 255 bytes. */
export function seal(key: Buffer | KeyObject, keyId: Buffer, context: string, data: Buffer): Buffer {
  const start = 2 + keyId.length;
  const sealed = Buffer.allocUnsafe(start + NONCE + data.length + TAG);
  sealed[0] = VERSION;
  sealed[1] = keyId.length;
  keyId.copy(sealed, 2);
  const nonce = sealed.subarray(start, start + NONCE);
  freshNonce(nonce);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(associated(sealed.subarray(0, start), context));
  // GCM is a stream: as long as what goes in, and nothing is left for the end.
  cipher.update(data).copy(sealed, start + NONCE);
  cipher.final();
  cipher.getAuthTag().copy(sealed, start + NONCE + data.length);
  return sealed;
}

/** What goes into the tag besides the data: the beginning of the sealed bytes, and where they belong. */
function associated(head: Buffer, context: string): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + Buffer.byteLength(context));
  head.copy(bytes);
  bytes.write(context, head.length);
  return bytes;
}

// Random bytes are fetched for many nonces at a time; each is used once.
const pool = Buffer.allocUnsafe(NONCE * 256);
let offset = pool.length;
function freshNonce(into: Buffer): void {
  if (offset === pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  pool.copy(into, 0, offset, offset + NONCE);
  offset += NONCE;
}

/**
 * The key id that sealed bytes name.
 * @throws SealError `damaged` when these are not sealed bytes of a known version.
 */
export function keyIdOf(sealed: Buffer): Buffer {
  const length = sealed[1] ?? 0;
  if ((sealed[0] !== VERSION && sealed[0] !== WITHOUT_ROW) || sealed.length < 2 + length + NONCE + TAG)
    throw new SealError('damaged', 'These bytes were not sealed by this product, or were cut short.');
  return sealed.subarray(2, 2 + length);
}

/** Whether the row that sealed bytes belong to is no part of them. */
const isWithoutRow = (sealed: Buffer): boolean => sealed[0] === WITHOUT_ROW;

/**
 * Opens what `seal` made with the same key and context.
 * @param withoutRow the context in version 1, where it is another
 * @throws SealError `damaged` when a bit of it, or the context, differs.
 */
export function open(key: Buffer | KeyObject, context: string, sealed: Buffer, withoutRow: string = context): Buffer {
  const head = sealed.subarray(0, 2 + keyIdOf(sealed).length);
  const nonce = sealed.subarray(head.length, head.length + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(associated(head, isWithoutRow(sealed) ? withoutRow : context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    const data = decipher.update(sealed.subarray(head.length + NONCE, sealed.length - TAG));
    decipher.final();
    return data;
  } catch {
    throw new SealError('damaged', 'These bytes were changed, or belong somewhere else.');
  }
}
