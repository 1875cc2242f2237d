import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { bytesOf } from '../../../shared/base64url.ts';
import type { WorkChallenge } from '../../../shared/requestSubmission/schema.ts';
import { uuidBytes, uuidOf } from '../../platform/database/uuidBytes.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';

// Proof of work: a browser finds a number for which SHA-256(challenge:key:number) starts with a number of zero bits;
// `key` is the Idempotency-Key, so that the work is valid for one request, with which the random bytes of its challenge
// are stored: nobody works once for many requests. Challenges that no request came with are not stored: they contain
// their expiry (4 bytes), the number of bits (1), random bytes (8), the data key that signed them (16) and a MAC over
// these and the form (16). Verifying one costs a MAC and a hash, whatever its difficulty.
const BITS_AT = 4;
const CHANCE_AT = 5;
const KEY_AT = 13;
const MAC_AT = 29;
const LENGTH = 45;
const PURPOSE = 'request-work';
/** A form may be open for a while before it is sent. */
const GOOD_SECONDS = 2 * 60 * 60;
/** Well under a second on a slow phone; each doubling of requests doubles the work. */
const BITS = { least: 15, most: 20 } as const;
/** Requests of an hour that are usual for a form. */
const USUAL = 50;

type Signing = Pick<LiveRequestForm, 'id' | 'key'>;

/** The difficulty for a number of requests within an hour. */
const bitsFor = (inHour: number): number =>
  Math.min(BITS.most, BITS.least + Math.max(0, Math.ceil(Math.log2(inHour / USUAL))));

const macOf = (secret: Buffer, formId: string, head: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(head)
    .update(formId)
    .digest()
    .subarray(0, LENGTH - MAC_AT);

/** A new challenge for a form. @param inHour requests to the form within the last hour */
export function newChallenge({ id, key }: Signing, now: Date, inHour: number): WorkChallenge {
  const bits = bitsFor(inHour);
  const ends = Math.floor(now.getTime() / 1000) + GOOD_SECONDS;
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt32BE(ends);
  bytes.writeUInt8(bits, BITS_AT);
  randomBytes(KEY_AT - CHANCE_AT).copy(bytes, CHANCE_AT);
  uuidBytes(key.id).copy(bytes, KEY_AT);
  macOf(key.secret(PURPOSE)!.key, id, bytes.subarray(0, MAC_AT)).copy(bytes, MAC_AT);
  return { challenge: bytes.toString('base64url'), bits, expiresAt: new Date(ends * 1000).toISOString() };
}

/** The random bytes of a challenge that `isDone` has accepted; no other one has them. */
export const chanceOf = (challenge: string): Buffer => Buffer.from(bytesOf(challenge)!.subarray(CHANCE_AT, KEY_AT));

/** Whether the work is valid: for this form and key, and in time. */
export function isDone(
  { id, key }: Signing,
  { challenge, answer }: { challenge: string; answer: number },
  idempotencyKey: string,
  now: Date,
): boolean {
  const bytes = bytesOf(challenge);
  if (bytes?.length !== LENGTH) return false;
  const signed = Buffer.from(bytes);
  const head = signed.subarray(0, MAC_AT);
  const secret = key.secret(PURPOSE, uuidOf(head.subarray(KEY_AT)))?.key;
  if (!secret || !timingSafeEqual(macOf(secret, id, head), signed.subarray(MAC_AT))) return false;
  if (signed.readUInt32BE() * 1000 < now.getTime()) return false;
  const hash = createHash('sha256').update(`${challenge}:${idempotencyKey}:${answer}`).digest();
  return Math.clz32(hash.readUInt32BE()) >= signed.readUInt8(BITS_AT);
}
