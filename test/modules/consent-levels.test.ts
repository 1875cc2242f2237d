import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { migrate, migrateTo } from '../../db/migrator.ts';
import { sealedSecret } from '../../server/modules/consent/secret.ts';
import { LiveForms } from '../../server/modules/userConsent/ingest/forms.ts';
import { signHandle } from '../../server/modules/userConsent/ingest/handle.ts';
import { SubmissionQueue } from '../../server/modules/userConsent/ingest/queue.ts';
import { createStore } from '../../server/modules/userConsent/ingest/store.ts';
import { idAt, sealedIdentity, uidHash } from '../../server/modules/userConsent/record.ts';
import type { ConsentLevel } from '../../shared/consent/settings.ts';
import { createEmptyDatabase } from '../database.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import {
  type BuiltForm,
  buildConsentForm,
  buildConsentPurposes,
  type Choice,
  recordChoices,
} from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';

const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const env = { CONSENT_RATE_PER_MINUTE: '0', MASTER_KEY };
let server: TestServer;
let dpo: Person;
beforeAll(async () => {
  server = await buildServer(env);
  dpo = await buildPerson(server, { role: 'DPO' });
});
afterAll(() => server.close());
beforeEach(() => server.clock.run());

interface Answer {
  status: number;
  code?: string;
  id: string;
  action: string;
  purposeUUIDs: string[];
  knownBy: string | null;
  handle?: string;
}
interface Credentials {
  token?: string;
  handle?: string;
}
type Call = Credentials & { uid: string; source?: string };

const build = (level: ConsentLevel, as = dpo) => buildConsentForm(server, as, { settings: { level } });

async function post(url: string, payload: object, headers: Record<string, string> = {}, on = server): Promise<Answer> {
  const answer = await on.app.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, ...answer.json<Omit<Answer, 'status'>>() };
}
/** `granted`: indexes of the accepted purposes. */
function choose(
  form: BuiltForm,
  { granted, ...call }: Call & { granted: number[] },
  { key, on }: { key?: string; on?: TestServer } = {},
): Promise<Answer> {
  const body = {
    consentUUID: form.id,
    consentVersion: 1,
    action: granted.length === 0 ? 'NONE' : granted.length === form.purposeIds.length ? 'ALL' : 'ACCEPT',
    purposeUUIDs: granted.map((place) => form.purposeIds[place]),
    ...call,
  };
  return post(`/api/v1/${form.workspaceId}/user-consents`, body, key ? { 'idempotency-key': key } : {}, on);
}
const ask = (form: BuiltForm, call: Call, on = server) =>
  post(`/api/v1/${form.workspaceId}/user-consents/consent/${form.id}/version/1/get-user-consent`, call, {}, on);

const ALL = [0, 1, 2];
const nothing = { status: 200, action: 'NO_ANSWER', purposeUUIDs: [], at: null, consentVersion: null, knownBy: null };

const keyOf = (form: BuiltForm, of = server) =>
  withScope(of.deps.db, { workspaceId: form.workspaceId }, (trx) =>
    of.deps.keyring.workspaceKey(trx, form.workspaceId),
  );
/** Generates a secret for a form, and returns a function that creates tokens with it. */
async function signer(form: BuiltForm): Promise<(uid: string) => string> {
  const secret = randomBytes(32).toString('base64url');
  await server.owner
    .updateTable('consents')
    .set({ secret: sealedSecret.seal(await keyOf(form), form.id, secret) })
    .where('id', '=', form.id)
    .execute();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return (uid) => {
    const claims = { sub: uid, jti: randomUUID(), exp: Math.floor(server.deps.now().getTime() / 1000) + 300 };
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };
}
async function setLevel(form: BuiltForm, level: ConsentLevel): Promise<void> {
  const { consent } = await callerFor(server, dpo);
  const { rowVersion } = await consent.get({ ws: form.workspaceId, id: form.id });
  await consent.settings.update({ ws: form.workspaceId, id: form.id, rowVersion, level });
  // Nodes are notified; this one removes the form from its cache when it is.
  await expect
    .poll(async () => {
      const { knownBy, code } = await ask(form, { uid: `probe ${level}` });
      return { token: code === 'consent.tokenMissing', browser: knownBy === null, open: knownBy === 'uid' }[level];
    })
    .toBe(true);
}
const insight = async (form: BuiltForm) => {
  const { subjects, now, purposes } = await (
    await callerFor(server, dpo)
  ).userConsent.insight({
    ws: form.workspaceId,
    id: form.id,
  });
  return { subjects, now, allowing: purposes.map(({ allowing }) => allowing) };
};
/** The expected counters, calculated from the last choice of each subject. */
async function recount(form: BuiltForm) {
  const { rows } = await sql<{ subjects: number; ALL: number; ACCEPT: number; NONE: number; allowing: number[] }>`
    select count(*)::int as subjects, count(*) filter (where action = 'ALL')::int as "ALL", count(*) filter (where action = 'ACCEPT')::int as "ACCEPT",
      count(*) filter (where action = 'NONE')::int as "NONE",
      array[count(*) filter (where granted & 1 <> 0), count(*) filter (where granted & 2 <> 0), count(*) filter (where granted & 4 <> 0)]::int[] as allowing
    from consent_subjects where consent_id = ${form.id}`.execute(server.owner);
  const { subjects, allowing, ...now } = rows[0]!;
  return { subjects, now, allowing };
}
const historyOf = async (form: BuiltForm, uid: string) =>
  (await (await callerFor(server, dpo)).userConsent.history({ ws: form.workspaceId, id: form.id, uid })).collection;

describe('a form with the level of browsers', () => {
  let form: BuiltForm;
  beforeAll(async () => {
    form = await build('browser');
  });

  it('answers the browser that submitted, and nobody by the uid alone', async () => {
    const first = await choose(form, { uid: 'customer-1', granted: ALL });
    expect(first).toMatchObject({ status: 201, action: 'ALL', knownBy: 'browser', handle: expect.any(String) });
    const handle = first.handle!;
    expect(await ask(form, { uid: 'customer-1', handle })).toMatchObject({ action: 'ALL', knownBy: 'browser' });
    expect(await ask(form, { uid: 'customer-1' })).toMatchObject(nothing);
    expect(await ask(form, { uid: 'customer-1', source: '' })).toMatchObject(nothing);
    // The response for an unknown subject is the same, letter by letter.
    expect(await ask(form, { uid: 'customer-1' })).toEqual(await ask(form, { uid: 'nobody' }));
    // The handle reveals neither identity nor choice.
    expect(Buffer.from(handle, 'base64url').toString('latin1')).not.toContain('customer');
    const second = await choose(form, { uid: 'customer-1', granted: [1], handle });
    expect(second).toMatchObject({ status: 201, action: 'ACCEPT', knownBy: 'browser' });
    expect(await ask(form, { uid: 'customer-1', handle: second.handle! })).toMatchObject({
      action: 'ACCEPT',
      purposeUUIDs: [form.purposeIds[1]],
    });
    expect(await ask(form, { uid: 'customer-1', handle })).toMatchObject({ action: 'ACCEPT' });
  });

  it('is not overwritten by somebody who guesses the uid', async () => {
    const own = await build('browser');
    const { handle } = await choose(own, { uid: 'customer-1042', granted: ALL });
    const attacker = await choose(own, { uid: 'customer-1042', granted: [] });
    expect(attacker).toMatchObject({ status: 201, action: 'NONE', knownBy: 'browser' });
    expect(await ask(own, { uid: 'customer-1042', handle: handle! })).toMatchObject({ action: 'ALL' });
    // With their own handle for that uid they see their own choice, and nothing else.
    expect(await ask(own, { uid: 'customer-1042', handle: attacker.handle! })).toMatchObject({ action: 'NONE' });
    expect(await insight(own)).toEqual({ subjects: 2, now: { ALL: 1, ACCEPT: 0, NONE: 1 }, allowing: [1, 1, 1] });
    expect(await insight(own)).toEqual(await recount(own));
    expect(await historyOf(own, 'customer-1042')).toMatchObject([
      { action: 'NONE', changed: false, knownBy: 'browser' },
      { action: 'ALL', changed: false, knownBy: 'browser' },
    ]);
  });

  it('accepts no handle of another uid, form or workspace, nor one that was changed', async () => {
    const uid = 'customer-7';
    const handle = (await choose(form, { uid, granted: ALL })).handle!;
    const elsewhere = await build('browser', await buildPerson(server, { role: 'DPO' }));
    const sibling = await build('browser');
    const bytes = Buffer.from(handle, 'base64url');
    const changed = [...bytes.keys()].map((place) => {
      const copy = Buffer.from(bytes);
      copy[place]! ^= 1;
      return copy.toString('base64url');
    });
    const attempts = {
      'of another uid': (await choose(form, { uid: 'customer-8', granted: ALL })).handle!,
      'of another form': (await choose(sibling, { uid, granted: ALL })).handle!,
      'of another workspace': (await choose(elsewhere, { uid, granted: ALL })).handle!,
      ...Object.fromEntries(changed.map((one, place) => [`with a bit changed at ${place}`, one])),
      short: handle.slice(0, -2),
      long: `${handle}AA`,
      padded: `${handle}=`,
      empty: '',
      rubbish: 'x'.repeat(100),
    };
    for (const [name, one] of Object.entries(attempts)) {
      expect(await ask(form, { uid, handle: one }), name).toMatchObject(nothing);
      expect(await ask(form, { uid, handle: one, source: '' }), name).toMatchObject(nothing);
    }
    expect(await choose(form, { uid, granted: [], handle: attempts['of another uid'] })).toMatchObject({ status: 201 });
    expect(await ask(form, { uid, handle })).toMatchObject({ action: 'ALL' });
    expect((await ask(form, { uid, handle: 'x'.repeat(101) })).status).toBe(400);
  });

  it('recognises a handle for 400 days, and issues a new one before', async () => {
    const start = Date.now();
    const uid = 'customer-old';
    const at = (days: number) => server.clock.set(new Date(start + days * 86_400_000));
    at(0);
    const handle = (await choose(form, { uid, granted: ALL })).handle!;
    at(100);
    expect(await ask(form, { uid, handle })).not.toHaveProperty('handle');
    at(101);
    const renewed = (await ask(form, { uid, handle })).handle!;
    at(400);
    expect(await ask(form, { uid, handle })).toMatchObject({ action: 'ALL' });
    at(401);
    expect(await ask(form, { uid, handle })).toMatchObject(nothing);
    expect(await ask(form, { uid, handle: renewed })).toMatchObject({ action: 'ALL' });
  });

  it('recognises handles issued by another node, and those under an older key of the workspace', async () => {
    const other = await buildServer(env, { databaseUrl: server.databaseUrl });
    try {
      const uid = 'customer-9';
      const { handle } = await choose(form, { uid, granted: [0] }, { on: other });
      expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'ACCEPT' });
      const key = await keyOf(form);
      await withScope(server.deps.db, { workspaceId: form.workspaceId }, (trx) =>
        server.deps.keyring.createWorkspaceKey(trx, form.workspaceId, server.deps.now()),
      );
      const rotated = await buildServer(env, { databaseUrl: server.databaseUrl });
      try {
        expect((await keyOf(form, rotated)).id).not.toBe(key.id);
        const next = await choose(form, { uid, granted: [0, 1], handle: handle! }, { on: rotated });
        expect(next.handle).not.toBe(handle);
        expect(await ask(form, { uid, handle: handle! }, rotated)).toMatchObject({
          purposeUUIDs: form.purposeIds.slice(0, 2),
        });
        expect(await ask(form, { uid, handle: next.handle! }, rotated)).toMatchObject({
          purposeUUIDs: form.purposeIds.slice(0, 2),
        });
      } finally {
        await rotated.close();
      }
    } finally {
      await other.close();
    }
  });

  it('returns a lost handle again under an unguessable key, and under no other', async () => {
    const key = randomUUID();
    const first = await choose(form, { uid: 'lost-1', granted: ALL }, { key });
    const again = await choose(form, { uid: 'lost-1', granted: ALL }, { key });
    expect(again).toMatchObject({ status: 200, id: first.id });
    expect(await ask(form, { uid: 'lost-1', handle: again.handle! })).toMatchObject({ action: 'ALL' });
    await choose(form, { uid: 'lost-2', granted: ALL }, { key: 'order-2026-000123' });
    const guessed = await choose(form, { uid: 'lost-2', granted: ALL }, { key: 'order-2026-000123' });
    expect(guessed.status).toBe(200);
    expect(guessed).not.toHaveProperty('handle');
  });

  it('counts per browser where it answered, if asked by source', async () => {
    const uid = 'customer-source';
    const { handle } = await choose(form, { uid, granted: ALL, source: 'shop' });
    await choose(form, { uid, granted: [], source: 'shop' });
    expect(await ask(form, { uid, handle: handle!, source: 'shop' })).toMatchObject({ action: 'ALL' });
    expect(await ask(form, { uid, handle: handle!, source: 'blog' })).toMatchObject({ action: 'NO_ANSWER' });
    const token = (await signer(form))(uid);
    expect(await ask(form, { uid, token, source: 'shop' }, await freshNode())).toMatchObject({ action: 'NO_ANSWER' });
  });

  let extra: TestServer | undefined;
  /** A node that has not read the form before its secret was generated. */
  const freshNode = async () => (extra ??= await buildServer(env, { databaseUrl: server.databaseUrl }));
  afterAll(() => extra?.close());
});

describe('a choice with a token', () => {
  it('applies to the person, whatever a handle says before or after', async () => {
    const form = await build('browser');
    const token = await signer(form);
    const uid = 'customer-5';
    const before = await choose(form, { uid, granted: ALL });
    const proved = await choose(form, { uid, granted: [], token: token(uid) });
    expect(proved).toMatchObject({ status: 201, action: 'NONE', knownBy: 'token' });
    expect(proved).not.toHaveProperty('handle');
    // The browser's previous choice under that uid has ended, and reveals nothing of the new one.
    expect(await ask(form, { uid, handle: before.handle! })).toMatchObject({ action: 'NO_ANSWER', at: null });
    expect(await ask(form, { uid, handle: before.handle!, source: '' })).toMatchObject({ action: 'NO_ANSWER' });
    expect(await insight(form)).toEqual({ subjects: 1, now: { ALL: 0, ACCEPT: 0, NONE: 1 }, allowing: [0, 0, 0] });
    // The handle again: applied in that browser, and nowhere else.
    const replayed = await choose(form, { uid, granted: ALL, handle: before.handle! });
    expect(replayed).toMatchObject({ status: 201, knownBy: 'browser' });
    expect(await ask(form, { uid, token: token(uid) })).toMatchObject({ action: 'NONE', knownBy: 'token' });
    expect(await ask(form, { uid, token: token(uid), handle: before.handle! })).toMatchObject({ action: 'NONE' });
    expect(await ask(form, { uid, token: token(uid), handle: before.handle!, source: '' })).toMatchObject({
      action: 'NONE',
    });
    expect(await insight(form)).toEqual(await recount(form));
    expect((await historyOf(form, uid)).map(({ action, knownBy, changed }) => [action, knownBy, changed])).toEqual([
      ['ALL', 'browser', false],
      ['NONE', 'token', true],
      ['ALL', 'browser', false],
    ]);
  });

  it('ends the choice a browser made a moment before, also if both arrive at once', async () => {
    const form = await build('browser');
    const key = await keyOf(form);
    const live = (await new LiveForms(server.deps).get(form.workspaceId, form.id))!;
    const { record } = createStore(server.deps);
    const queue = new SubmissionQueue(record, server.deps.log);
    const rowOf = (knownBy: 'browser' | 'token', granted: number) => {
      const at = server.deps.now();
      const id = idAt(at);
      return {
        id,
        at,
        version: 1,
        uid: uidHash(key, 'together'),
        identity: sealedIdentity.seal(key, id, { uid: 'together', name: '', guardian: null }),
        action: granted === 0 ? ('NONE' as const) : ('ALL' as const),
        granted,
        hasGuardian: false,
        language: 'th' as const,
        channel: 'JS Web Form',
        source: '',
        knownBy,
        ...(knownBy === 'browser' && { browser: id }),
      };
    };
    const browser = rowOf('browser', 7);
    await Promise.all([queue.submit(live, browser), queue.submit(live, rowOf('token', 0))]);
    await queue.close();
    const handle = signHandle(live, 'together', browser.id, server.deps.now());
    expect(await ask(form, { uid: 'together', handle })).toMatchObject({ action: 'NO_ANSWER', knownBy: 'browser' });
    expect(await insight(form)).toEqual({ subjects: 1, now: { ALL: 0, ACCEPT: 0, NONE: 1 }, allowing: [0, 0, 0] });
  });

  it("is verified wherever one is sent, and a look-up returns the browser's choice until the person answers", async () => {
    const form = await build('browser');
    const token = await signer(form);
    const { handle } = await choose(form, { uid: 'a', granted: [2] });
    expect(await ask(form, { uid: 'a', token: token('b') })).toMatchObject({ code: 'consent.tokenSubject' });
    expect(await choose(form, { uid: 'a', granted: [], token: 'a.b.c' })).toMatchObject({
      code: 'consent.tokenInvalid',
    });
    expect(await ask(form, { uid: 'a', token: token('a') })).toMatchObject({ action: 'NO_ANSWER', knownBy: 'token' });
    expect(await ask(form, { uid: 'a', token: token('a'), handle: handle! })).toMatchObject({ action: 'ACCEPT' });
  });

  it('is not overridden by a uid on an open form, alone or in one batch with it', async () => {
    const form = await build('open');
    const token = await signer(form);
    await choose(form, { uid: 'a', granted: ALL });
    expect(await ask(form, { uid: 'a' })).toMatchObject({ action: 'ALL', knownBy: 'uid' });
    await choose(form, { uid: 'a', granted: [0], token: token('a') });
    const key = randomUUID();
    expect(await choose(form, { uid: 'a', granted: [] }, { key })).toMatchObject({
      status: 401,
      code: 'consent.outranked',
    });
    expect(await ask(form, { uid: 'a' })).toMatchObject({ action: 'ACCEPT' });
    expect(await ask(form, { uid: 'a', source: '' })).toMatchObject({ action: 'ACCEPT' });
    // The refused key remains usable for an authenticated call.
    expect(await choose(form, { uid: 'a', granted: [], token: token('a') }, { key })).toMatchObject({ status: 201 });

    const uids = [...Array(20).keys()].map((number) => `batch-${number}`);
    await Promise.all(
      uids.flatMap((uid) => [
        choose(form, { uid, granted: [], token: token(uid) }),
        choose(form, { uid, granted: ALL }),
        choose(form, { uid, granted: ALL }),
      ]),
    );
    for (const uid of uids) expect(await ask(form, { uid })).toMatchObject({ action: 'NONE' });
    expect(await insight(form)).toEqual(await recount(form));
    // Subjects who never authenticated continue as specified.
    await choose(form, { uid: 'plain', granted: ALL });
    expect(await choose(form, { uid: 'plain', granted: [] })).toMatchObject({ status: 201, knownBy: 'uid' });
    expect(await ask(form, { uid: 'plain' })).toMatchObject({ action: 'NONE' });
  });

  it('that an open form does not need is ignored', async () => {
    const form = await build('open');
    expect(await choose(form, { uid: 'a', granted: ALL, token: 'a.b.c' })).toMatchObject({
      status: 201,
      knownBy: 'uid',
    });
    expect(await ask(form, { uid: 'a', token: 'a.b.c' })).toMatchObject({ action: 'ALL', knownBy: 'uid' });
  });

  it('from before it was recorded counts as one if the form required tokens', async () => {
    const form = await build('token');
    await recordChoices(server, form, [{ uid: 'early', granted: [0] }]);
    await sql`update consent_counters set proved_until = now() + interval '1 minute' where consent_id = ${form.id}`.execute(
      server.owner,
    );
    await signer(form);
    await setLevel(form, 'open');
    expect(await choose(form, { uid: 'early', granted: ALL })).toMatchObject({ code: 'consent.outranked' });
    expect(await ask(form, { uid: 'early' })).toMatchObject({ action: 'ACCEPT' });
  });
});

describe('a form whose level changes', () => {
  it('turns nobody’s refusal into a grant', async () => {
    const form = await build('open');
    const uid = 'customer-3';
    await choose(form, { uid, granted: ALL });
    await setLevel(form, 'browser');
    expect(await ask(form, { uid })).toMatchObject(nothing);
    const { handle } = await choose(form, { uid, granted: [] });
    await setLevel(form, 'open');
    // The last choice of this browser applies in it, over previous ones of the uid.
    expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'NONE' });
    await choose(form, { uid, granted: [1], handle: handle! });
    expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'ACCEPT' });
    await setLevel(form, 'browser');
    expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'NO_ANSWER' });
    expect(await insight(form)).toEqual(await recount(form));
  });
});

describe('a form that requires tokens by now', () => {
  it('lets a browser take away what it allowed before, and do nothing else', async () => {
    const form = await build('browser');
    const uid = 'customer-9';
    const { handle } = await choose(form, { uid, granted: ALL });
    const other = await choose(form, { uid, granted: [1] });
    await signer(form);
    const { consent } = await callerFor(server, dpo);
    const effect = () => consent.settings.levelEffect({ ws: form.workspaceId, id: form.id });
    expect(await effect()).toEqual({ browsers: 2 });
    await setLevel(form, 'token');
    const mine = { uid, handle: handle! };
    const latest = async () => (await historyOf(form, uid)).map(({ purposes }) => purposes.map(({ id }) => id));
    const before = await latest();

    const refused = { status: 401, code: 'consent.tokenMissing' };
    expect(await ask(form, mine)).toMatchObject(refused);
    expect(await choose(form, { uid, granted: [] })).toMatchObject(refused);
    expect(await choose(form, { uid: 'customer-10', granted: [], handle: handle! })).toMatchObject(refused);
    expect(await choose(form, { ...mine, granted: [], token: 'expired' })).toMatchObject({
      status: 401,
      code: 'consent.tokenInvalid',
    });
    expect(await latest()).toEqual(before);

    expect(await choose(form, { ...mine, granted: [0] })).toMatchObject({ status: 201, action: 'ACCEPT' });
    expect(await choose(form, { ...mine, granted: ALL })).toMatchObject(refused);
    expect(await latest()).toEqual([[form.purposeIds[0]], ...before]);
    expect(await choose(form, { ...mine, granted: [] })).toMatchObject({
      status: 201,
      action: 'NONE',
      knownBy: 'browser',
    });
    expect(await effect()).toEqual({ browsers: 1 });
    await consent.remove({ ws: form.workspaceId, id: form.id });
    expect(await choose(form, { uid, granted: [], handle: other.handle! })).toMatchObject({ status: 201 });
    expect(await insight(form)).toEqual({ subjects: 2, now: { ALL: 0, ACCEPT: 0, NONE: 2 }, allowing: [0, 0, 0] });
  });
});

describe('the level', () => {
  const settingsOf = async (person: Person, form: { workspaceId: string; id: string }) =>
    (await callerFor(server, person)).consent.settings.get({ ws: form.workspaceId, id: form.id });

  it('is browser for a new form, follows the toggle of the specification, and is open only if it is named', async () => {
    const ws = dpo.workspaceId;
    const { applicationId } = await buildConsentPurposes(server, dpo, { purposes: 1 });
    const { consent } = await callerFor(server, dpo);
    const { id } = await consent.create({ ws, name: 'ระดับ', applicationId });
    const form = { workspaceId: ws, id };
    expect(await settingsOf(dpo, form)).toMatchObject({ level: 'browser', jwtRequired: false });
    let { rowVersion } = await consent.makeSecret({ ws, id, rowVersion: 1 });
    const update = async (more: object) => {
      const { level, jwtRequired, ...rest } = await consent.settings.update({ ws, id, rowVersion, ...more });
      rowVersion = rest.rowVersion;
      return [level, jwtRequired];
    };
    expect(await update({ jwtRequired: true })).toEqual(['token', true]);
    expect(await update({})).toEqual(['token', true]);
    expect(await update({ jwtRequired: false })).toEqual(['browser', false]);
    expect(await update({ jwtRequired: false })).toEqual(['browser', false]);
    expect(await update({ level: 'open' })).toEqual(['open', false]);
    expect(await update({ jwtRequired: false })).toEqual(['open', false]);
    // As it was read, with only the toggle changed.
    expect(await update({ level: 'open', jwtRequired: true })).toEqual(['token', true]);
    expect(await update({ level: 'browser', jwtRequired: true })).toEqual(['browser', false]);
  });

  it('is changed by users who may publish', async () => {
    const form = await build('browser');
    const staff = await buildPerson(server, { workspaceId: dpo.workspaceId, role: 'Staff' });
    const { consent } = await callerFor(server, staff);
    expect(
      await refusal(consent.settings.update({ ws: form.workspaceId, id: form.id, rowVersion: 1, level: 'open' })),
    ).toMatchObject({ status: 'FORBIDDEN' });
  });
});

describe('a data subject’s own page', () => {
  it('displays what any browser grants under the uid, and withdraws it in all of them', async () => {
    const form = await build('browser');
    const uid = 'customer-4';
    const [phone, desk] = [await choose(form, { uid, granted: [0] }), await choose(form, { uid, granted: [1, 2] })];
    const { consentReceipt } = await callerFor(server, dpo);
    const { address } = await consentReceipt.link({ ws: form.workspaceId, id: form.id, uid });
    const params = new URLSearchParams(new URL(address).hash.slice(1));
    const link = { ws: params.get('ws')!, token: params.get('token')! };
    const visitor = await callerFor(server, null);
    const open = await visitor.consentReceipt.choices.open(link);
    expect(open.purposes.map(({ allowed }) => allowed)).toEqual([true, true, true]);
    expect(open.history.map(({ knownBy }) => knownBy)).toEqual(['browser', 'browser']);
    const after = await visitor.consentReceipt.choices.submit({ ...link, purposeUUIDs: [], language: 'th' });
    expect(after.history[0]).toMatchObject({ action: 'NONE', changed: true, knownBy: 'link' });
    for (const { handle } of [phone, desk])
      expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'NO_ANSWER' });
    expect(await insight(form)).toEqual({ subjects: 1, now: { ALL: 0, ACCEPT: 0, NONE: 1 }, allowing: [0, 0, 0] });
    // A subject who wants it again answers on the site.
    await choose(form, { uid, granted: ALL, handle: phone.handle! });
    expect(await ask(form, { uid, handle: phone.handle! })).toMatchObject({ action: 'ALL' });
    expect(await insight(form)).toEqual(await recount(form));
  });
});

describe('an import', () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);

  it('is ordered by its time: it overrides what browsers and tokens submitted before, and not what they submitted since', async () => {
    const form = await build('browser');
    const token = await signer(form);
    const handles = [];
    for (const uid of ['early', 'late']) handles.push((await choose(form, { uid, granted: ALL })).handle!);
    await choose(form, { uid: 'proved', granted: ALL, token: token('proved') });
    const imported = (uid: string, at: Date) => ({
      uid,
      granted: [],
      at,
      knownBy: 'import' as const,
      channel: 'Import',
    });
    const past = [imported('early', hours(2)), imported('proved', hours(2))];
    await recordChoices(server, form, past, { imported: true });
    expect(await ask(form, { uid: 'early', handle: handles[0]! })).toMatchObject({ action: 'ALL' });
    expect(await ask(form, { uid: 'proved', token: token('proved') })).toMatchObject({ action: 'ALL' });
    // A withdrawal that just arrived by letter.
    const now = ['early', 'late', 'proved'].map((uid) => imported(uid, hours(-0.001)));
    await recordChoices(server, form, now, { imported: true });
    for (const [place, uid] of ['early', 'late'].entries())
      expect(await ask(form, { uid, handle: handles[place]! })).toMatchObject({ action: 'NO_ANSWER' });
    expect(await ask(form, { uid: 'proved', token: token('proved') })).toMatchObject({ action: 'NONE' });
    expect(await insight(form)).toEqual({ subjects: 3, now: { ALL: 0, ACCEPT: 0, NONE: 3 }, allowing: [0, 0, 0] });
    // It protects nothing: its uid claim is no proof by the person.
    expect((await historyOf(form, 'late'))[0]).toMatchObject({ action: 'NONE', knownBy: 'import' });
  });
});

describe('the figures', () => {
  it('equal the last choice of each subject, for any mix of browsers, persons and bare uids', async () => {
    const form = await build('open');
    // Deterministic: the same every time, yet in every combination.
    let seed = 7;
    const pick = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    const choices = [[], [0], [1, 2], ALL, [2]];
    const browsers = [...Array(12).keys()].map(() => randomUUID());
    const base = Date.now() - 3_600_000;
    for (let round = 0; round < 12; round += 1) {
      const imported = pick(4) === 0;
      const ofBrowsers = !imported && pick(2) === 0;
      const rows = [...Array(1 + pick(40)).keys()].map((number): Choice => {
        const person = pick(6);
        const knownBy = imported ? 'import' : ofBrowsers ? 'browser' : (['token', 'link'] as const)[pick(2)]!;
        return {
          uid: `person-${person}`,
          granted: choices[pick(5)]!,
          at: new Date(base + round * 60_000 + number + (imported ? -pick(300_000) : 0)),
          knownBy,
          // Two browsers each.
          ...(ofBrowsers && { browser: browsers[person * 2 + pick(2)]! }),
        };
      });
      await recordChoices(server, form, rows, { imported });
      await Promise.all(
        [...Array(pick(8)).keys()].map(() => choose(form, { uid: `person-${pick(9)}`, granted: choices[pick(5)]! })),
      );
    }
    expect(await insight(form)).toEqual(await recount(form));
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from consent_standings t
        full join (select consent_id, version, count(*) filter (where action = 'ALL') as alls, count(*) filter (where action = 'ACCEPT') as somes,
          count(*) filter (where action = 'NONE') as nones, sum_counts(count_bits(granted, 1)) as allowing from consent_subjects where consent_id = ${form.id} group by 1, 2) s using (consent_id, version)
       where consent_id = ${form.id} and ((accepting_all, accepting_some, declining) is distinct from (alls, somes, nones)
         or add_counts(t.allowing, '{0,0,0}') is distinct from add_counts(s.allowing, '{0,0,0}'))`.execute(
      server.owner,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
    const { submissions } = await server.owner
      .selectFrom('consentCounters')
      .select('submissions')
      .where('consentId', '=', form.id)
      .executeTakeFirstOrThrow();
    const { count } = await server.owner
      .selectFrom('userConsents')
      .select(sql<number>`count(*)`.as('count'))
      .where('consentId', '=', form.id)
      .executeTakeFirstOrThrow();
    expect(Number(submissions)).toBe(Number(count));
  });
});

describe('stored data of a submission', () => {
  it('contains how the data subject was identified, in the history of one, in receipts, and by REST', async () => {
    const form = await build('browser');
    const token = await signer(form);
    const uid = 'customer-6';
    const call = await callerFor(server, dpo);
    const ids = [
      (await choose(form, { uid, granted: [0] })).id,
      (await choose(form, { uid, granted: [1], token: token(uid) })).id,
    ];
    const subject = await call.userConsent.subject({ ws: form.workspaceId, uid });
    expect(subject.meta.totalItems).toBe(2);
    expect(subject.collection.map(({ knownBy }) => knownBy)).toEqual(['token', 'browser']);
    const words = [
      { th: 'เบราว์เซอร์หรือแอปเครื่องนี้', en: 'One browser or app' },
      { th: 'โทเค็นที่องค์กรลงนาม', en: 'A token signed by the organisation' },
    ];
    for (const [place, id] of ids.entries()) {
      expect((await call.userConsent.get({ ws: form.workspaceId, id })).knownBy).toBe(['browser', 'token'][place]);
      const issued = await call.consentReceipt.issue({ ws: form.workspaceId, id });
      const { receipt, superseded } = await (
        await callerFor(server, null)
      ).consentReceipt.get({ ws: form.workspaceId, id: issued.id });
      expect(superseded).toBe(place === 0);
      const described = (receipt['dpv:hasDataSubject'] as Record<string, { '@language': string; '@value': string }[]>)[
        'dct:description'
      ]!;
      expect(Object.fromEntries(described.map((one) => [one['@language'], one['@value']]))).toEqual(words[place]);
    }
  });

  it('is deleted with the browser after the retention period of the workspace', async () => {
    const form = await build('browser');
    const uid = 'customer-2';
    const { handle } = await choose(form, { uid, granted: ALL });
    await choose(form, { uid, granted: [0], handle: handle! });
    const { rows } = await sql<{ removed: number }>`
      select removed from remove_user_consents(${form.workspaceId}, ${form.id}, 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000', 100)`.execute(
      server.owner,
    );
    // Everything except the browser's last choice.
    expect(rows).toEqual([{ removed: 1 }]);
    expect(await ask(form, { uid, handle: handle! })).toMatchObject({ action: 'ACCEPT' });
    expect(await insight(form)).toEqual(await recount(form));
  });
});

it('forms from before levels existed are as open or closed as their toggle was', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await migrateTo(database.url, '054_storage_places');
    await client.connect();
    // Only the forms: their application is irrelevant here.
    await client.query('set session_replication_role = replica');
    const toggles = { on: true, off: false, unset: undefined };
    for (const [name, jwtRequired] of Object.entries(toggles)) {
      const [workspaceId, id] = [randomUUID(), randomUUID()];
      const settings = JSON.stringify({ allowedOrigins: ['https://shop.example'], jwtRequired });
      await client.query(
        `insert into consents (workspace_id, id, application_id, name, content, settings) values ($1, $2, $2, $3, '{}', $4)`,
        [workspaceId, id, name, settings],
      );
      await client.query('insert into consent_counters (workspace_id, consent_id) values ($1, $2)', [workspaceId, id]);
    }
    await migrate(database.url);
    const { rows } = await client.query<{ name: string; settings: object; protects: boolean }>(
      `select name, settings, proved_until > now() - interval '1 hour' as protects from consents c join consent_counters n on n.consent_id = c.id order by name`,
    );
    const unchanged = { allowedOrigins: ['https://shop.example'] };
    expect(rows).toEqual([
      { name: 'off', settings: { ...unchanged, level: 'open' }, protects: false },
      { name: 'on', settings: { ...unchanged, level: 'token' }, protects: true },
      { name: 'unset', settings: { ...unchanged, level: 'open' }, protects: false },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
