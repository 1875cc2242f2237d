import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyedHash } from '../../server/platform/crypto/keyedHash.ts';

it('a keyed hash is HMAC-SHA256', () => {
  for (const length of [0, 1, 32, 63, 64]) {
    const key = randomBytes(length);
    const ours = keyedHash(key);
    for (const text of ['', 'a', 'เจ้าของข้อมูล', 'x'.repeat(1000), '👩‍👧'])
      expect(ours(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
  }
  // RFC 4231, test case 2.
  expect(Buffer.from(keyedHash(Buffer.from('Jefe'))('what do ya want for nothing?'), 'base64url').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(() => keyedHash(randomBytes(65))).toThrow();
});
