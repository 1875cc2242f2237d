import { hash } from 'node:crypto';

const BLOCK = 64;

/**
 * HMAC-SHA256 (RFC 2104) of texts under one key of at most 64 bytes, base64url. As `createHmac`, but without an object
 * outside of JavaScript's heap for every value, which costs more to clear away than the hash itself.
 */
export function keyedHash(key: Buffer): (text: string) => string {
  if (key.length > BLOCK) throw new Error('a key of keyedHash has at most 64 bytes');
  const [inner, outer] = [0x36, 0x5c].map((pad) =>
    Buffer.alloc(BLOCK, pad).map((byte, index) => byte ^ (key[index] ?? 0)),
  ) as [Buffer, Buffer];
  return (text) =>
    hash(
      'sha256',
      Buffer.concat([outer, hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')]),
      'base64url',
    );
}
