import fc from 'fast-check';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStale, type Known, NO_STATE, stateOf, type Waiting } from '../../client/embeds/consent/choice.ts';
import { colourProperties } from '../../client/embeds/kit/colours.ts';
import { wrongGuardian } from '../../client/embeds/consent/guardianFields.ts';
import { buildEmbeds } from '../../scripts/embeds.ts';
import { initSnippet } from '../../shared/consent/snippets.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import en from '../../shared/locales/en/consentGuardian.ts';
import th from '../../shared/locales/th/consentGuardian.ts';
import { guardian } from '../../shared/userConsent/schema.ts';
import { tokenFunction } from '../tokenFunction.ts';

describe('the built embed', () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pokpong-embed-'));
    await buildEmbeds(folder);
    script = await readFile(join(folder, 'consent.js'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is at most 11.9 kB gzipped, which decision 019 names', () => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(11_900);
  });

  test('is one classic script that loads the question about a guardian alone, evaluates nothing and writes no markup', () => {
    expect(script).not.toMatch(/^\s*(import|export)\b/m);
    expect(script.match(/\bimport\(/g)).toHaveLength(1);
    expect(script.match(/\/consent\/form\/[\w.]+/g)).toEqual(['/consent/form/guardian.js', '/consent/form/script.js']);
    expect(script).not.toMatch(
      /\beval\(|new Function|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|document\.cookie|setAttribute\(["'`]style/,
    );
    // Addresses are derived from those of the script and of the form: none of any other origin.
    expect(script.match(/https?:\/\/[a-z]/g)).toBeNull();
  });
});

test.each([
  [th, ['ผู้เยาว์', 'คนไร้ความสามารถ', 'คนเสมือนไร้ความสามารถ']],
  [en, ['minor', 'incompetent', 'quasi-incompetent']],
] as const)('whoever consents for another is asked about all persons of section 20', ({ question }, persons) => {
  for (const person of persons) expect(question).toContain(person);
});

test('the code of the guide lets a choice wait while the site gives no token: nothing else is taken for one', async () => {
  const ids = { consentId: 'c', applicationId: 'a', purposeIds: [] };
  const token = tokenFunction(initSnippet({ publicUrl: '', ws: 'w', version: 1, level: 'token', ...ids }));
  expect(await token(200)).toBe('a.b.c');
  for (const status of [302, 401]) await expect(token(status)).rejects.toThrow('no token');
});

describe('what is granted', () => {
  const PURPOSES = ['a', 'b', 'c'];
  const some = fc.subarray(PURPOSES);
  const actionOf = (purposes: string[]) =>
    purposes.length === 0 ? 'NONE' : purposes.length === PURPOSES.length ? 'ALL' : 'ACCEPT';
  const knownOf = (purposeUUIDs: string[]): Known => ({
    action: actionOf(purposeUUIDs),
    purposeUUIDs,
    consentVersion: 1,
    at: '2026-11-21T00:00:00.000Z',
    askAgain: false,
  });
  const waitingOf = (purposeUUIDs: string[]): Waiting => ({
    key: 'key',
    at: Date.now(),
    body: {
      uid: 'u',
      name: '',
      consentUUID: 'c',
      consentVersion: 2,
      purposeUUIDs,
      action: actionOf(purposeUUIDs),
      language: 'th',
      collectionChannel: 'JS Web Form',
      source: '',
      hasGuardian: false,
      guardianInformation: null,
    },
  });
  const NOBODY: Known = {
    action: 'NO_ANSWER',
    purposeUUIDs: [],
    consentVersion: null,
    at: null,
    askAgain: false,
  };

  test('is never more than the product acknowledged, whatever is queued', () => {
    fc.assert(
      fc.property(fc.option(some), fc.option(some), fc.boolean(), (acknowledged, chosen, gpc) => {
        const state = stateOf(acknowledged && knownOf(acknowledged), chosen && waitingOf(chosen), gpc);
        for (const purpose of state.purposes) expect(acknowledged).toContain(purpose);
        if (chosen) for (const purpose of state.purposes) expect(chosen).toContain(purpose);
        // The text matches the list.
        if (state.purposes.length > 0) expect(['ALL', 'ACCEPT']).toContain(state.action);
        else expect(['NONE', 'NO_ANSWER']).toContain(state.action);
        if (state.action === 'ALL') expect(state.purposes).toHaveLength(PURPOSES.length);
        expect(state.pending).toBe(chosen !== null);
      }),
    );
  });

  test('a missing response grants nothing', () => {
    expect(stateOf(null, null, false)).toEqual(NO_STATE);
    expect(stateOf(NOBODY, null, false)).toEqual(NO_STATE);
    expect(stateOf(null, waitingOf(['a', 'b', 'c']), false)).toMatchObject({
      action: 'NO_ANSWER',
      purposes: [],
      pending: true,
    });
  });

  test('a refusal takes effect before it is sent', () => {
    expect(stateOf(knownOf(PURPOSES), waitingOf([]), false)).toMatchObject({
      action: 'NONE',
      purposes: [],
      basis: 'choice',
      version: 2,
    });
    expect(stateOf(null, waitingOf([]), false)).toMatchObject({ action: 'NONE', purposes: [], basis: 'choice' });
  });

  test('Global Privacy Control means NONE without an explicit choice, and nothing with one', () => {
    expect(stateOf(null, null, true)).toMatchObject({ action: 'NONE', basis: 'gpc', purposes: [] });
    expect(stateOf(NOBODY, null, true)).toMatchObject({ action: 'NONE', basis: 'gpc' });
    for (const chosen of [[], ['a'], PURPOSES])
      expect(stateOf(knownOf(chosen), null, true)).toMatchObject({ basis: 'choice', purposes: chosen });
  });

  test('entries queued longer than the product stores keys are outdated, and so are those from the future', () => {
    const day = 86_400_000;
    const waiting = waitingOf(['a']);
    const moved = (days: number, of = waiting): Waiting => ({ ...of, at: of.at + days * day });
    expect(isStale(moved(-5))).toBe(false);
    for (const days of [7, -7]) expect(isStale(moved(days))).toBe(true);
    // Recorded twice, a withdrawal still grants nothing; not sent, it would be lost.
    for (const days of [7, -7, -700]) expect(isStale(moved(days, waitingOf([])))).toBe(false);
    expect(isStale({ ...waitingOf([]), at: Number.NaN })).toBe(true);
    expect(isStale({ ...waiting, at: Number.NaN })).toBe(true);
  });
});

describe('a guardian', () => {
  const FIELDS = ['firstName', 'lastName', 'email', 'telephone'] as const;
  const good = { firstName: 'สมศรี', lastName: 'มีนา', email: 'somsri@example.com', telephone: '' };

  test('input accepted by the embed is accepted by the product', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 110 }),
      fc.emailAddress(),
      fc.stringMatching(/^0?[0-9]{8,10}$/),
      fc.stringMatching(/^[+]?[0-9]{1,16}(#[0-9]{1,7})?$/),
      fc.constantFrom('สมศรี', 'a@b', 'a@b.co', '021234567', '0812345678', 'ก'.repeat(101)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), value, (name, typed) => {
        const trimmed = typed.trim();
        // eslint-disable-next-line no-control-regex
        if (wrongGuardian(name, trimmed) === null && !/[\u0000-\u001f\u007f]/.test(trimmed))
          expect(guardian.safeParse({ ...good, [name]: trimmed }).success, `${name} ${JSON.stringify(trimmed)}`).toBe(
            true,
          );
      }),
      { numRuns: 500 },
    );
  });

  test('ordinary names are accepted', () => {
    for (const [name, typed] of [
      ['firstName', 'นางสาวสมศรี'],
      ['email', 'somsri.m+kids@mail.example.co.th'],
      ['telephone', ''],
      ['telephone', '021234567'],
      ['telephone', '0812345678'],
      ['telephone', '053123456'],
      ['telephone', '1669'],
      ['telephone', '+6561234567'],
    ] as const) {
      expect(wrongGuardian(name, typed), `${name} ${typed}`).toBeNull();
    }
  });
});

test('the built-in themes preserve their colours; unreadable ones do not', () => {
  for (const { acceptLabel: _, declineLabel: __, logoIds: ___, ...theme } of Object.values(DECORATION)) {
    const properties = colourProperties(theme);
    expect(properties).toMatchObject({
      '--text': theme.text,
      '--accept-text': theme.acceptText,
      '--decline-text': theme.declineText,
    });
  }
});
