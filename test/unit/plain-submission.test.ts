import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { plainSubmission } from '../../server/modules/userConsent/ingest/plainSubmission.ts';
import { CONSENT_ACTIONS, userConsentSubmission } from '../../shared/userConsent/schema.ts';

const purposes = Array.from({ length: 61 }, () => randomUUIDv7());
/** In the format of the embed. */
const PLAIN = {
  uid: 'customer-1',
  name: 'สมหญิง ใจดี',
  consentUUID: randomUUIDv7(),
  consentVersion: 1,
  purposeUUIDs: purposes.slice(0, 3),
  action: 'ACCEPT',
  language: 'th',
  collectionChannel: 'JS Web Form',
  source: 'www.example.co.th',
  hasGuardian: false,
  guardianInformation: null,
};

/** Possible values of a field, valid and invalid. */
const TEXTS = [
  undefined,
  null,
  '',
  ' ',
  'a',
  ' a',
  'a ',
  'a b',
  'a  b',
  'a\u00a0b',
  'a\tb',
  'a\nb',
  '\u0000',
  'a\u0000b',
  'a\u007f',
  'น้ำ',
  'น\u0e33',
  'é',
  'e\u0301',
  '\u0301',
  '-',
  '👩‍👧',
  'a👩',
  '\ud800',
  'a\udc00',
  '\u200b',
  'a\u200bb',
  '\u115f',
  'a\u3164',
  '\u202eabc',
  'a\u202eb',
  'a\u2066b',
  'a\u2028b',
  '\ufeffa',
  'a\ufeff',
  'x'.repeat(200),
  'x'.repeat(201),
  'ก'.repeat(200),
  5,
  true,
  {},
  ['a'],
];
const IDS = [
  undefined,
  null,
  '',
  'a',
  randomUUID(),
  randomUUIDv7(),
  randomUUID().toUpperCase(),
  `${randomUUID()} `,
  ` ${randomUUID()}`,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  randomUUID().replaceAll('-', ''),
  '12345678-1234-9234-8234-123456789012',
  '12345678-1234-4234-7234-123456789012',
  5,
];
const VALUES: Record<string, readonly unknown[]> = {
  uid: TEXTS,
  name: TEXTS,
  source: TEXTS,
  consentUUID: IDS,
  consentVersion: [undefined, null, 0, 1, -1, 1.5, 1_000_000, 1_000_001, Infinity, NaN, '1'],
  purposeUUIDs: [
    undefined,
    null,
    [],
    purposes.slice(0, 60),
    purposes,
    [purposes[0], purposes[0]],
    ...IDS.map((id) => [purposes[0], id]),
    'a',
    { 0: 'a', length: 1 },
  ],
  action: [undefined, null, ...CONSENT_ACTIONS, 'all', 'NO_ANSWER', ['ALL']],
  language: [undefined, null, 'th', 'en', 'de', ''],
  collectionChannel: [undefined, null, 'JS Web Form', 'Custom API', 'Mobile App', 'Import', 'Withdrawal page', ''],
  hasGuardian: [undefined, null, false, true, 'false', 0],
  guardianInformation: [
    undefined,
    null,
    {},
    { firstName: 'ก', lastName: 'ข', email: 'a@b.example', telephone: '' },
    'a',
  ],
  token: [undefined, null, '', 'a.b.c', 'x'.repeat(4000), 'x'.repeat(4001), 5],
  handle: [undefined, null, '', 'x'.repeat(100), 'x'.repeat(101), 5],
  other: [undefined, 'a', {}],
};
const bodies = [
  ...Object.entries(VALUES).flatMap(([field, values]) => values.map((value) => ({ ...PLAIN, [field]: value }))),
  // Omitted, not undefined.
  ...Object.keys(PLAIN).map((field) => Object.fromEntries(Object.entries(PLAIN).filter(([name]) => name !== field))),
  Object.fromEntries(Object.entries(PLAIN).toReversed()),
  undefined,
  null,
  'a',
  5,
  [],
  [PLAIN],
  {},
];

describe('A submission of consent', () => {
  test('is parsed as by the schema wherever it is not passed to the schema', () => {
    let read = 0;
    for (const body of bodies) {
      const plain = plainSubmission(body);
      if (plain === undefined) continue;
      read += 1;
      // Also in the order of its keys: submissions with an Idempotency-Key are compared as text.
      expect(JSON.stringify(plain)).toBe(JSON.stringify(userConsentSubmission.parse(body)));
    }
    expect(read).toBeGreaterThan(40);
  });

  test('is not passed to the schema as the embed and the samples send it', () => {
    const { guardianInformation: _guardian, hasGuardian: _has, ...sample } = PLAIN;
    const sent = [PLAIN, sample, { ...PLAIN, handle: 'x'.repeat(88) }, { ...PLAIN, token: 'a.b.c', name: '' }];
    for (const body of sent) expect(plainSubmission(body)).toBeDefined();
  });
});
