import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findAnswer } from '../../client/embeds/kit/work.ts';
import { wrongPerson } from '../../client/embeds/request/fields.ts';
import { newDraft } from '../../client/embeds/request/draft.ts';
import { optionsOf, startSession } from '../../client/embeds/request/session.ts';
import { submissionOf } from '../../client/embeds/request/submission.ts';
import { createUpload } from '../../client/embeds/request/upload.ts';
import { buildEmbeds } from '../../scripts/embeds.ts';
import { initSnippet } from '../../shared/requestForm/snippets.ts';
import { requestSubmission } from '../../shared/requestSubmission/schema.ts';
import { tokenFunction } from '../tokenFunction.ts';

describe('the built embed', () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pokpong-embed-'));
    await buildEmbeds(folder);
    script = await readFile(join(folder, 'request.js'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is at most 18 kB gzipped', () => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(18_000);
  });

  test('is one classic script that loads nothing, evaluates nothing and writes no markup', () => {
    expect(script).not.toMatch(/^\s*(import|export)\b/m);
    expect(script).not.toMatch(
      /\bimport\(|\beval\(|new Function|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|document\.cookie|setAttribute\(["'`]style/,
    );
    expect(script.match(/https?:\/\/[a-z]/g)).toBeNull();
  });
});

test('proof of work is found for a prefix of any length', async () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 97, 127, 128]) {
    const prefix = 'k'.repeat(length);
    const answer = await findAnswer(prefix, 8);
    expect(
      createHash('sha256')
        .update(prefix + answer)
        .digest()[0],
      String(length),
    ).toBe(0);
  }
});

describe('a request that waits on the device', () => {
  const OPTIONS = { workspaceUUID: 'w', dsrmFormId: 'f', apiUrl: 'https://product.example', uid: '' };
  /** Of a visitor without a uid. */
  const QUEUE = 'pokpong.request.w.queue.f.';
  const DRAFT = 'pokpong.request.w.draft.f.';
  const stored = new Map<string, string>();
  beforeAll(() => {
    const storage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    };
    // Its values are its own properties, as those of a browser's.
    const properties: ProxyHandler<typeof storage> = {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    };
    vi.stubGlobal('localStorage', new Proxy(storage, properties));
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    vi.stubGlobal('document', { documentElement: { lang: 'th' } });
  });
  beforeEach(() => {
    stored.clear();
    // Nothing is received: the request goes on waiting.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  });
  afterAll(() => vi.unstubAllGlobals());

  test.each([
    [6, true],
    [8, false],
  ])('after %i days is there: %s, as is the input of a visitor who has not come back', (days, isThere) => {
    const at = Date.now() - days * 24 * 60 * 60 * 1000;
    stored.set(QUEUE, JSON.stringify({ key: 'k', body: {}, at }));
    stored.set(`${DRAFT}HN-0042`, JSON.stringify({ ...newDraft({}), at }));
    const session = startSession(OPTIONS, () => {});
    expect(session.outcome?.kind === 'waiting').toBe(isThere);
    expect([stored.has(QUEUE), stored.has(`${DRAFT}HN-0042`)]).toEqual([isThere, isThere]);
    session.stop();
  });

  const form = {
    dsrmFormId: 'f',
    version: 1,
    consentUUID: null,
    rights: [{ rightRequestId: 'r', code: null }],
  } as never;
  /** Answers every call, and lists how requests are sent, and their bodies. */
  const connect = () => {
    const calls: RequestInit[] = [];
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, call: RequestInit) => {
      if (address.endsWith('/challenge'))
        return Response.json({ challenge: 'c', bits: 1, expiresAt: new Date(Date.now() + 3_600_000) });
      calls.push(call);
      bodies.push(JSON.parse(String(call.body)));
      return Response.json({ requestId: 'DSR-000001' }, { status: 201 });
    });
    return { calls, bodies };
  };

  test('is not promised to outlive the page where the storage is full, and an earlier one is not sent in its place', async () => {
    stored.set(QUEUE, JSON.stringify({ key: 'k', body: {}, at: Date.now(), refused: { kind: 'refused' } }));
    const session = startSession(OPTIONS, () => {});
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await session.send(form)).toEqual({ kind: 'waiting', isStored: false });
    expect(session.outcome).toEqual({ kind: 'waiting', isStored: false });
    expect(stored.has(QUEUE)).toBe(false);
    full.mockRestore();
    session.stop();
  });

  test('a part of its file may take longer than other calls', async () => {
    vi.useFakeTimers();
    const sent = Promise.withResolvers<AbortSignal>();
    const size = 256 * 1024;
    vi.stubGlobal('fetch', async (_address: string, { method, signal }: RequestInit) => {
      if (method !== 'PUT') return Response.json({ uploadId: 'u', token: 't', received: 0, size, part: size, url: '' });
      sent.resolve(signal!);
      return new Promise(() => {});
    });
    const session = startSession(OPTIONS, () => {});
    const upload = createUpload(session, () => {});
    upload.choose(new File([new Uint8Array(size)], 'card.pdf'));
    const signal = await sent.promise;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(signal.aborted).toBe(false);
    upload.stop();
    session.stop();
  });

  test.each([
    [1000, true],
    [22_000, false],
  ])(
    'with %i letters of Thai outlives the page: %s, since browsers refuse that to long ones',
    async (letters, isShort) => {
      const { calls } = connect();
      const session = startSession(OPTIONS, () => {});
      session.draft.rights.r = { options: [], additional: '', detail: 'ก'.repeat(letters) };
      expect(await session.send(form)).toMatchObject({ kind: 'sent' });
      const [call] = calls;
      expect(Buffer.byteLength(String(call!.body)) <= 64 * 1024).toBe(isShort);
      expect(call!.keepalive).toBe(isShort);
      session.stop();
    },
  );

  test.each([
    [null, ''],
    [undefined, ''],
    [42, '42'],
    [' HN-0042 ', 'HN-0042'],
  ])('of a page that passes %o as uid, and values that are no texts, is sent with texts', async (uid, expected) => {
    const { bodies } = connect();
    const defaultValues = { firstName: null, lastName: 'รักไทย', telephone: 812345678 };
    const options = optionsOf({ ...OPTIONS, uid, defaultValues } as never, 'https://product.example');
    const session = startSession(options, () => {});
    expect(session.draft.who).toMatchObject({ firstName: '', lastName: 'รักไทย', telephone: '812345678' });
    expect(await session.send(form)).toMatchObject({ kind: 'sent' });
    expect(bodies).toMatchObject([{ uid: expected, identityValidation: { firstName: '', telephone: '812345678' } }]);
    session.stop();
  });

  describe('in a browser that several visitors use', () => {
    const start = (uid?: string, onSettled: (outcome: unknown) => void = () => {}) => {
      const defaultValues = { firstName: `default of ${uid}` };
      return startSession({ ...OPTIONS, ...(uid && { uid, token: `token of ${uid}` }), defaultValues }, onSettled);
    };

    test('is sent by its own visitor alone, and the input is displayed to no other', async () => {
      const owners = ['HN-0042', undefined];
      for (const uid of owners) {
        const session = start(uid);
        session.draft.who.firstName = `input of ${uid}`;
        session.changed();
        expect(await session.send(form)).toEqual({ kind: 'waiting', isStored: true });
        session.stop();
      }
      const before = [...stored.keys()].sort();

      const addresses: string[] = [];
      vi.stubGlobal('fetch', (address: string) => Promise.reject(new TypeError(`call ${addresses.push(address)}`)));
      const other = start('HN-0043');
      expect([other.outcome, other.draft.who.firstName]).toEqual([null, 'default of HN-0043']);
      other.clear();
      other.stop();
      expect([addresses, [...stored.keys()].sort()]).toEqual([[], before]);

      for (const uid of owners) {
        const { bodies } = connect();
        const { promise, resolve } = Promise.withResolvers<unknown>();
        const session = start(uid, resolve);
        const waiting = { kind: 'waiting', isStored: true };
        expect([session.outcome, session.draft.who.firstName]).toEqual([waiting, `input of ${uid}`]);
        expect(await promise).toMatchObject({ kind: 'sent' });
        expect(bodies).toHaveLength(1);
        expect(bodies[0]).toMatchObject(uid ? { uid, token: `token of ${uid}` } : { uid: '' });
        session.stop();
      }
      expect(stored.size).toBe(0);
    });

    test('of the release before, stored for all of them under one name, is sent by its own visitor too', async () => {
      const former = 'pokpong.request.w.queue.f';
      stored.set(former, JSON.stringify({ key: 'k', body: { uid: 'HN-0042' }, at: Date.now() }));
      const { bodies } = connect();
      for (const uid of ['HN-0043', undefined]) {
        const other = start(uid);
        expect(other.outcome).toBeNull();
        other.stop();
      }
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const session = start('HN-0042', resolve);
      expect(await promise).toMatchObject({ kind: 'sent' });
      expect(bodies).toMatchObject([{ uid: 'HN-0042' }]);
      expect(stored.size).toBe(0);
      session.stop();
    });
  });

  describe('of which the form is published anew meanwhile', () => {
    const [copy, sources] = ['copy', 'sources'].map((en) => ({ th: en, en }));
    const rightOf = (rightRequestId: string, options: unknown[]) => ({ rightRequestId, code: null, options });
    const wish = { options: [1], additional: 'something else', detail: 'of 2025' };
    const texts = { rightRequestId: 'r', additionalRequestOption: wish.additional, requestDetail: wish.detail };
    const other = { ...texts, rightRequestId: 's', selectedRightRequestOptions: [] };
    const loaded = async (version: number, rights: unknown[]) => {
      const draft = { ...newDraft({}), version: 1, step: 4, terms: true, rights: { r: wish, s: wish } };
      stored.set(DRAFT, JSON.stringify(draft));
      const published = { dsrmFormId: 'f', version, consentUUID: null, rights };
      vi.stubGlobal('fetch', async () => Response.json(published));
      const session = startSession(OPTIONS, () => {});
      const body = submissionOf(await session.load(), session.draft, OPTIONS, 'th');
      session.stop();
      return { draft: session.draft, sent: body.rights };
    };

    test.each([
      [
        'with fewer options',
        [rightOf('r', [copy]), rightOf('s', [])],
        [{ ...texts, selectedRightRequestOptions: [] }, other],
      ],
      [
        'with its options in another order',
        [rightOf('r', [sources, copy]), rightOf('s', [])],
        [{ ...texts, selectedRightRequestOptions: [] }, other],
      ],
      ['without the right', [rightOf('s', [])], [other]],
    ])('%s: keeps the texts, and nothing is chosen that the visitor did not choose', async (_, rights, expected) => {
      const { draft, sent } = await loaded(2, rights);
      expect(sent).toEqual(expected);
      // The rights are displayed again, and the terms of this version are accepted.
      expect(draft).toMatchObject({ version: 2, step: 2, terms: false });
    });

    test('is as it was under the same version', async () => {
      const { draft, sent } = await loaded(1, [rightOf('r', [copy, sources])]);
      expect(sent).toEqual([{ ...texts, selectedRightRequestOptions: [1] }]);
      expect(draft).toMatchObject({ step: 4, terms: true });
    });
  });

  test('is marked when it is refused on a later try, until it is sent again, and loses a file that has expired', async () => {
    const file = { uploadId: 'u', token: 't', name: 'card.pdf', size: 3, url: '/u' };
    const at = Date.now() - 2 * 24 * 60 * 60 * 1000;
    stored.set(DRAFT, JSON.stringify({ ...newDraft({}), key: 'k', file, at }));
    stored.set(QUEUE, JSON.stringify({ key: 'k', body: {}, at }));
    const message = 'Attach the file again.';
    const answerTo = (address: string) =>
      address.endsWith('/challenge')
        ? Response.json({ challenge: 'c', bits: 1, expiresAt: new Date(Date.now() + 3_600_000) })
        : Response.json({ code: 'requestSubmission.attachment', message }, { status: 400 });
    vi.stubGlobal('fetch', async (address: string) => answerTo(address));
    const refused = { kind: 'refused', message };
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const session = startSession(OPTIONS, resolve);
    expect(await promise).toEqual(refused);
    session.stop();

    let calls = 0;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError(`call ${(calls += 1)}`)));
    const later = startSession(OPTIONS, () => {});
    expect(later.outcome).toEqual(refused);
    expect(later.draft).toMatchObject({ file: null, at });
    expect(calls, 'it is not sent again by itself').toBe(0);
    later.clear();
    expect([later.outcome, stored.size]).toEqual([null, 0]);
    later.stop();
  });
});

test('the code of the guide sends a visitor whom the site vouches for with a token, and one who is not signed in without', async () => {
  const facts = { publicUrl: '', ws: 'w', formId: 'f', version: 1, rightId: 'r', optionCount: 0, acceptsTokens: true };
  const token = tokenFunction(initSnippet(facts));
  expect(await token(200)).toBe('a.b.c');
  for (const status of [302, 401]) expect(await token(status)).toBe('');
});

describe('input accepted by the embed', () => {
  const RIGHT = '019a0000-0000-7000-8000-000000000001';
  const form = { dsrmFormId: RIGHT, version: 1, consentUUID: null, rights: [{ rightRequestId: RIGHT, code: null }] };
  const FIELDS = ['firstName', 'lastName', 'email', 'telephone'] as const;
  const good = { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@example.com', telephone: '' };
  const bodyFor = (changes: object) => {
    const draft = newDraft({ defaultValues: { ...good, ...changes } });
    draft.rights[RIGHT] = { options: [], additional: '', detail: ' ขอสำเนา ' };
    draft.age = 'ADULT';
    return submissionOf(form as never, draft, { uid: 'u' }, 'th');
  };

  test('is accepted by the product', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 210 }),
      fc.emailAddress(),
      fc.stringMatching(/^0?[0-9]{2,11}$/),
      fc.constantFrom('+66812345678', '02-123-4567', '๐๘๑๒๓๔๕๖๗๘', 'ก'.repeat(201), 'a@b.co', ''),
    );
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), value, (name, typed) => {
        // eslint-disable-next-line no-control-regex
        if (wrongPerson(name, typed) !== null || /[\u0000-\u001f\u007f]/.test(typed)) return;
        if (name === 'email' && typed.trim() === '') return;
        const answer = requestSubmission.safeParse(bodyFor({ [name]: typed }));
        expect(answer.success, `${name} ${JSON.stringify(typed)} ${answer.error?.message}`).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
