import { hash } from 'node:crypto';

const BLOCK = 64;

/**
 * HMAC-SHA256 (RFC 2104) of texts under one key of at most 64 bytes, base64url. As `createHmac`, but without an object
 * outside of JavaScript's heap for every value, which costs more to clear away than the hash itself.
 */
export function keyedHash(key: Buffer): (text: string) => string {
  if (key.length > BLOCK) throw new Error('a key of keyedHash has at most 64 bytes');
  const padded = (pad: number) => Buffer.alloc(BLOCK, pad).map((byte, index) => byte ^ (key[index] ?? 0));
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (text) => {
    const message = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
    message.set(inner);
    message.write(text, BLOCK);
    return hash('sha256', Buffer.concat([outer, hash('sha256', message, 'buffer')]), 'base64url');
  };
}
