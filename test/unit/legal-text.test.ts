import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LEGAL_DATES } from '../../client/modules/home/legalDates.ts';
import en from '../../shared/locales/en/legal.ts';
import th from '../../shared/locales/th/legal.ts';

/** SHA-256 of each text as it is since the day. A changed text needs its new day, here and in legalDates.ts. */
const VERSIONS = {
  terms: { since: '2026-11-23', hash: 'c46f12ec6de14ed0aadf2560a67ce5a412dd7a408e38840521d55a5c81dfaf18' },
  policy: { since: '2026-12-01', hash: '071424a3a0f5a5a9ce6b99213005d557de8d0a7937ca2d16c218c5f6ebeb39f9' },
} as const;

test.each(['terms', 'policy'] as const)('the date of the %s is that of the latest change of their text', (text) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([th[text], en[text]]))
    .digest('hex');
  expect({ since: LEGAL_DATES[text], hash }).toEqual(VERSIONS[text]);
});
