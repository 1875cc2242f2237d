import { describe, expect, it } from 'vitest';
import { effectOf } from '../../shared/request/persons.ts';
import type { AgeBand, Request } from '../../shared/request/schema.ts';

const IDENTITY = { email: 'a@test.example', telephone: '0812345678', uid: 'u1', guardian: { email: 'g@test.example' } };
const before = (ageBand: AgeBand | null, more: Partial<Pick<Request, 'verifiedHow' | 'byToken'>> = {}) => ({
  ageBand,
  identity: IDENTITY,
  verifiedHow: 'CODE' as const,
  byToken: false,
  ...more,
});
const CHANGES = {
  email: { email: 'b@test.example' },
  noEmail: { email: '' },
  guardian: { guardian: { email: 'h@test.example' } },
  telephone: { telephone: '0899999999' },
  uid: { uid: 'u2' },
  nothing: {},
} as const;

describe('a correction of a confirmed request', () => {
  it.each([
    [null, ['email', 'noEmail']],
    ['ADULT', ['email', 'noEmail']],
    ['MINOR', ['email', 'noEmail', 'guardian']],
    ['CHILD', ['guardian']],
  ] as const)(
    'of the age band %s has it confirmed again where somebody who acts gets another address',
    (ageBand, again) => {
      for (const [name, change] of Object.entries(CHANGES)) {
        const { confirmsAgain } = effectOf(before(ageBand), { ageBand, identity: { ...IDENTITY, ...change } });
        expect(confirmsAgain, name).toBe((again as readonly string[]).includes(name));
      }
    },
  );

  it.each([null, 'ADULT', 'MINOR', 'CHILD'] as const)(
    'changes by what the data subject is looked up (%s)',
    (ageBand) => {
      const lookedUp = (change: object) =>
        effectOf(before(ageBand), { ageBand, identity: { ...IDENTITY, ...change } }).lookedUp;
      expect(lookedUp(CHANGES.uid)).toEqual(['uid']);
      expect(lookedUp(CHANGES.telephone)).toEqual(['telephone']);
      expect(lookedUp(CHANGES.email)).toEqual([]);
    },
  );

  it.each([
    ['a token', { byToken: true }, true],
    ['a token alone', { verifiedHow: 'TOKEN' }, true],
    ['an agent', { verifiedHow: 'AGENT' }, true],
    ['staff', { verifiedHow: 'STAFF' }, false],
    ['nobody any more', { verifiedHow: null }, false],
  ] as const)('has another user confirmed again where %s named the first', (_, by, isAgain) => {
    for (const ageBand of [null, 'ADULT', 'MINOR', 'CHILD'] as const) {
      const after = { ageBand, identity: { ...IDENTITY, ...CHANGES.uid } };
      expect(effectOf(before(ageBand, by), after).confirmsAgain, String(ageBand)).toBe(isAgain);
    }
  });

  it.each([
    [null, 'ADULT', [], [], false],
    ['ADULT', 'MINOR', ['GUARDIAN'], [], true],
    ['ADULT', 'CHILD', ['GUARDIAN'], ['SUBJECT'], true],
    ['MINOR', 'ADULT', [], ['GUARDIAN'], false],
    ['MINOR', 'CHILD', [], ['SUBJECT'], false],
    ['CHILD', 'MINOR', ['SUBJECT'], [], true],
    ['CHILD', 'ADULT', ['SUBJECT'], ['GUARDIAN'], true],
  ] as const)('of the age from %s to %s: who acts from now on confirms', (from, to, newlyActing, noLonger, isAgain) => {
    // With or without an email of their own.
    for (const identity of [IDENTITY, { ...IDENTITY, email: '', guardian: { email: '' } }])
      expect(effectOf({ ...before(from), identity }, { ageBand: to, identity })).toMatchObject({
        newlyActing,
        noLongerActing: noLonger,
        confirmsAgain: isAgain,
      });
  });
});
