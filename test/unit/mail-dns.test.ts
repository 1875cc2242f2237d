import { expect, test } from 'vitest';
import { inTxtStrings, senderRecords } from '../../shared/mailServer/dns.ts';

test('a long value of a TXT record is split into strings of at most 255 letters, which concatenate to it', () => {
  const value = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
  const strings = [...inTxtStrings(value).matchAll(/"([^"]*)"/g)].map(([, part]) => part!);
  expect(strings.map(({ length }) => length)).toEqual([255, value.length - 255]);
  expect(strings.join('')).toBe(value);
  expect(inTxtStrings('v=DMARC1; p=none')).toBe('"v=DMARC1; p=none"');
});

test.each([
  ['smtp.example.com', 'v=spf1 a:smtp.example.com ~all'],
  ['203.0.113.9', 'v=spf1 ip4:203.0.113.9 ~all'],
  ['2001:db8::25', 'v=spf1 ip6:2001:db8::25 ~all'],
])('the SPF record names the server %s', (host, value) => {
  const { spf, dmarc, aligned } = senderRecords({ host, fromAddress: 'Privacy@Example.com', bounceAddress: '' });
  expect(spf).toEqual({ name: 'example.com', value });
  expect([dmarc.name, dmarc.value, aligned]).toEqual(['_dmarc.example.com', 'v=DMARC1; p=none', true]);
});

test('SPF concerns the domain of bounces, and counts for DMARC if that is the sender’s', () => {
  const of = (bounceAddress: string) =>
    senderRecords({ host: 'smtp.example.com', fromAddress: 'dpo@example.com', bounceAddress });
  expect([of('x@bounce.example.com').spf.name, of('x@bounce.example.com').aligned]).toEqual([
    'bounce.example.com',
    true,
  ]);
  expect([of('x@provider.example').spf.name, of('x@provider.example').aligned]).toEqual(['provider.example', false]);
  expect(of('x@notexample.com').aligned).toBe(false);
});
