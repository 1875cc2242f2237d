import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as uploads from '../../server/modules/requestSubmission/uploads.ts';
import { uploadSweep } from '../../server/modules/requestSubmission/sweep.ts';
import { requestFormPage } from '../../shared/requestSubmission/page.ts';
import type {
  PublicRequestForm,
  RequestReceived,
  StartedUpload,
  UploadState,
  WorkChallenge,
} from '../../shared/requestSubmission/schema.ts';
import { triesOf } from '../../server/platform/auth/throttle.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { type BuiltRequestForm, buildRequestForm, doWork } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';

let server: TestServer;
let person: Person;
let form: BuiltRequestForm;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  person = await buildPerson(server, { role: 'DPO' });
  form = await buildRequestForm(server, person);
});

const WHO = { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '0812345678' };
const bodyFor = (of: BuiltRequestForm, more: object = {}) => ({
  dsrmRequestFormId: of.id,
  dsrmRequestFormVersion: 1,
  uid: 'HN-0042',
  identityValidation: WHO,
  rightRequestId: of.rightIds.ACCESS,
  requestDetail: 'ขอสำเนาเวชระเบียน',
  collectionChannel: 'JS Web Form',
  ...more,
});
interface Sent {
  headers?: Record<string, string>;
  ip?: string;
  /** Another node than the default one. */
  node?: TestServer;
}
/** Calls are limited per address: each call comes from a different one, unless the test is about that. */
let addresses = 0;
const send = (of: BuiltRequestForm, body: unknown, { headers = {}, ip, node = server }: Sent = {}) => {
  addresses += 1;
  return node.app.inject({
    method: 'POST',
    url: `/api/v1/${of.workspaceId}/dsrm-request`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress: ip ?? `10.9.${addresses >> 8}.${addresses & 255}`,
  });
};
const show = (of: BuiltRequestForm, headers: Record<string, string> = {}, what = 'latest') =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/${of.workspaceId}/dsrm-request-form-versions/${of.id}/${what}`,
    headers,
  });
const received = async (of: BuiltRequestForm, more: object = {}, sent: Sent = {}): Promise<RequestReceived> => {
  const answer = await send(of, bodyFor(of, more), sent);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const api = async () => (await callerFor(server, person)).request;
const countOf = async (of: BuiltRequestForm): Promise<number> =>
  Number(
    (
      await server.owner
        .selectFrom('requests')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('workspaceId', '=', of.workspaceId)
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('the form on other sites', () => {
  it('returns the version in force, named by its hash, and no internal settings', async () => {
    const answer = await show(form, { origin: 'https://shop.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'cache-control': expect.stringContaining('max-age=60'),
    });
    const shown = answer.json<PublicRequestForm>();
    expect(shown).toMatchObject({ workspaceUUID: form.workspaceId, dsrmFormId: form.id, version: 1 });
    expect(shown.rights.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(form.rightIds)));
    expect(shown.rights[0]!.example.th).not.toBe('');
    expect(answer.body).not.toMatch(/secret|customApiDescription|allowedOrigins/);
    const again = await show(form, { 'if-none-match': answer.headers.etag as string });
    expect(again.statusCode).toBe(304);
  });

  it('promises no more days than the law sets for a right, and fewer where the workspace answers sooner', async () => {
    const { dataRight } = await callerFor(server, person);
    for (const [code, days] of [
      ['ACCESS', 45],
      ['ERASURE', 10],
      ['OBJECTION', 45],
    ] as const) {
      const right = await dataRight.get({ ws: form.workspaceId, id: form.rightIds[code]! });
      await dataRight.update({ ws: form.workspaceId, ...right, days });
    }
    const own = await buildRequestForm(server, person);
    const { rights } = (await show(own)).json<PublicRequestForm>();
    const daysOf = (code: string) => rights.find((right) => right.code === code)!.days;
    expect([daysOf('ACCESS'), daysOf('ERASURE'), daysOf('OBJECTION')]).toEqual([30, 10, 45]);
  });

  it('is not found while it is inactive, unpublished, of another workspace or without the flag', async () => {
    const other = await buildPerson(server, { role: 'DPO' });
    expect((await show({ ...form, workspaceId: other.workspaceId })).statusCode).toBe(404);
    expect((await show({ ...form, id: randomUUID() })).statusCode).toBe(404);
    const { requestForm } = await callerFor(server, person);
    const { rowVersion } = await requestForm.get({ ws: form.workspaceId, id: form.id });
    await requestForm.deactivate({ ws: form.workspaceId, id: form.id, rowVersion });
    await expect.poll(async () => (await show(form)).statusCode).toBe(404);
    expect((await send(form, bodyFor(form))).json()).toMatchObject({ code: 'requestSubmission.inactive' });
  });
});

describe('a request that a data subject sends', () => {
  it('exists once the response was sent, encrypted, unconfirmed, with both dates', async () => {
    const answer = await received(form, { country: 'SG', ageBand: 'ADULT', language: 'en' });
    expect(answer).toMatchObject({
      requestId: 'DSR-000001',
      verified: false,
      mailedTo: ['SUBJECT'],
      toConfirm: ['SUBJECT'],
      verifyBy: '2026-12-02T16:59:59.000Z',
      rights: [{ rightRequestId: form.rightIds.ACCESS, answerBy: '2026-12-02T16:59:59.000Z' }],
    });
    const request = await (await api()).get({ ws: form.workspaceId, id: answer.uuid });
    expect(request).toMatchObject({
      status: 'NEW',
      channel: 'WEB',
      language: 'en',
      country: 'SG',
      ageBand: 'ADULT',
      identity: { ...WHO, uid: 'HN-0042', guardian: null },
    });
    expect(request.rights[0]).toMatchObject({ stage: 'VERIFY', clock: null, detail: 'ขอสำเนาเวชระเบียน' });
    const logs = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'actorId', 'subject'])
      .where('entityId', '=', answer.uuid)
      .execute();
    expect(logs).toEqual([{ event: 'request.received', actorId: null, subject: 'DSR-000001' }]);
  });

  it('of a child needs no address of the child: the guardian is written to', async () => {
    const guardian = { ...WHO, email: `manee-${form.workspaceId}@test.example` };
    const child = { ...WHO, email: '', telephone: '' };
    const more = { identityValidation: child, ageBand: 'CHILD', hasGuardian: true, guardianInformation: guardian };
    const { uuid, mailedTo } = await received(form, more);
    expect(mailedTo).toEqual(['GUARDIAN']);
    expect((await mailsOf(server, guardian.email)).map(({ kind }) => kind)).toEqual(['requestReceived']);
    expect(await (await api()).get({ ws: form.workspaceId, id: uuid })).toMatchObject({
      identity: child,
      consentUUID: null,
      organization: { th: expect.any(String) },
      expiryDays: 30,
      attachments: [],
    });
  });

  it('is accepted from strangers who name one address often, but mails it five links an hour at most, and says so', async () => {
    const email = `flooded-${form.workspaceId}@test.example`;
    const mails = async () => (await mailsOf(server, email)).length;
    const mailed: RequestReceived['mailedTo'][] = [];
    for (let number = 0; number < 7; number += 1) {
      const identityValidation = { ...WHO, email: number % 2 ? email : email.toUpperCase() };
      mailed.push((await received(form, { identityValidation })).mailedTo);
    }
    expect(mailed).toEqual([...Array.from({ length: 5 }, () => ['SUBJECT']), [], []]);
    expect(await countOf(form)).toBe(7);
    const repeated = { headers: { 'idempotency-key': randomUUID() } };
    const sendOnce = () => send(form, bodyFor(form, { identityValidation: { ...WHO, email } }), repeated);
    const answer = await sendOnce();
    expect([answer.statusCode, answer.json<RequestReceived>().mailedTo]).toEqual([201, []]);
    expect((await sendOnce()).json()).toEqual(answer.json());
    expect((await mails()) + (await mailsOf(server, email.toUpperCase())).length).toBe(5);
    server.clock.set('2026-11-02T11:30:00+07:00');
    const before = await mails();
    await received(form, { identityValidation: { ...WHO, email } });
    expect(await mails()).toBe(before + 1);
  });

  it('names several rights, with options of the answered version', async () => {
    const own = await buildRequestForm(server, person, {
      draft: {
        rightRequests: ['ACCESS', 'ERASURE'].map((code) => ({
          rightRequestId: form.rightIds[code],
          customRequests: [{ th: 'สำเนา', en: 'A copy' }],
          fee: 0,
        })),
      },
    });
    const rights = ['ACCESS', 'ERASURE'].map((code) => ({
      rightRequestId: own.rightIds[code],
      selectedRightRequestOptions: [0],
    }));
    const { uuid } = await received(own, { rightRequestId: undefined, rights });
    const request = await (await api()).get({ ws: own.workspaceId, id: uuid });
    expect(request.rights.map(({ code, options }) => [code, options[0]?.en])).toEqual([
      ['ACCESS', 'A copy'],
      ['ERASURE', 'A copy'],
    ]);
    const { requestForm } = await callerFor(server, person);
    const { id, draft, name, description, rowVersion } = await requestForm.get({ ws: own.workspaceId, id: own.id });
    const edited = await requestForm.update({
      ws: own.workspaceId,
      id,
      name,
      description,
      rowVersion,
      ...draft,
      rightRequests: draft.rightRequests.map((right) => ({ ...right, customRequests: [] })),
    });
    await requestForm.publish({ ws: own.workspaceId, id, rowVersion: edited.rowVersion });
    await expect.poll(async () => (await show(own)).json<PublicRequestForm>().version).toBe(2);
    await received(own, { rightRequestId: undefined, rights });
    const newer = await send(own, bodyFor(own, { dsrmRequestFormVersion: 2, rightRequestId: undefined, rights }));
    expect(newer.json().issues[0].path).toEqual(['rights', 0, 'selectedRightRequestOptions']);
  });

  it('is refused at the invalid field, in either language', async () => {
    for (const [more, path] of [
      [{ rightRequestId: undefined }, ['rightRequestId']],
      [{ rightRequestId: randomUUID() }, ['rights', 0, 'rightRequestId']],
      [{ identityValidation: { ...WHO, firstName: ' ' } }, ['identityValidation', 'firstName']],
      [{ identityValidation: { ...WHO, email: '', telephone: '' } }, ['identityValidation', 'email']],
      [{ identityValidation: { ...WHO, telephone: '+66812345678' } }, ['identityValidation', 'telephone']],
      [{ ageBand: 'CHILD' }, ['guardianInformation']],
      [{ hasGuardian: true }, ['guardianInformation']],
      [
        { ageBand: 'MINOR', hasGuardian: true, guardianInformation: { ...WHO, email: '' } },
        ['guardianInformation', 'email'],
      ],
      [{ country: 'XX' }, ['country']],
      [{ dsrmRequestFormVersion: 9 }, ['dsrmRequestFormVersion']],
      [{ consentUUID: randomUUID() }, ['consentUUID']],
      [{ website: 'https://spam.example' }, ['website']],
    ] as const)
      for (const [language, letters] of [
        ['th', /[ก-๙]/],
        ['en', /^[^ก-๙]+$/],
      ] as const) {
        const answer = await send(form, bodyFor(form, more), { headers: { 'accept-language': language } });
        expect(answer.statusCode, answer.body).toBe(400);
        const { issues } = answer.json<{ issues: { path: unknown; reason: string }[] }>();
        expect(issues[0]!.path).toEqual(path);
        expect(issues[0]!.reason).toMatch(letters);
      }
    expect(await countOf(form)).toBe(0);
  });

  it('is accepted through enabled channels, and from sites that may embed the form', async () => {
    const own = await buildRequestForm(server, person, {
      settings: {
        channels: { web: true, page: false, api: true, mobile: true },
        allowedOrigins: ['https://shop.example'],
      },
    });
    expect((await send(own, bodyFor(own, { collectionChannel: 'Web Page' }))).json()).toMatchObject({
      code: 'requestSubmission.channel',
    });
    const elsewhere = await send(own, bodyFor(own), { headers: { origin: 'https://other.example' } });
    expect(elsewhere.statusCode).toBe(403);
    expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined();
    await received(own, {}, { headers: { origin: 'https://shop.example' } });
    expect((await show(own, { origin: 'https://other.example' })).statusCode).toBe(403);
  });
});

describe('the promise on submission', () => {
  it('is the first date that runs: that of the workspace once it counts, and the same on a retry', async () => {
    const { workspaceId: ws } = form;
    const { dataRight } = await callerFor(server, person);
    const erasure = await dataRight.get({ ws, id: form.rightIds.ERASURE! });
    await dataRight.update({ ws, ...erasure, days: 10 });
    const own = await buildRequestForm(server, person);
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const promise = async (headers: Record<string, string>) => {
      const answer = await send(own, bodyFor(own, { rightRequestId: own.rightIds.ERASURE }), { headers });
      const { uuid, rights } = answer.json<RequestReceived>();
      const { clock, legalClock } = (await (await api()).get({ ws, id: uuid })).rights[0]!;
      return { uuid, answerBy: rights[0]!.answerBy, own: clock?.dueAt ?? null, legal: legalClock.dueAt };
    };
    const [unconfirmed, counted] = [keyed(), keyed()];
    const first = await promise(unconfirmed);
    expect(first).toMatchObject({ answerBy: first.legal, own: null, legal: '2027-01-31T16:59:59.000Z' });
    const { settings, changeStatus } = await api();
    await settings.update({ ws, ...(await settings.get({ ws })), clockStart: 'receipt' });
    const second = await promise(counted);
    expect(second).toMatchObject({ answerBy: second.own, own: '2026-11-12T16:59:59.000Z', legal: first.legal });
    server.clock.set('2026-11-02T10:20:00+07:00');
    await changeStatus({ ws, id: first.uuid, action: 'VERIFY' } as never);
    expect([(await promise(unconfirmed)).answerBy, (await promise(counted)).answerBy]).toEqual([
      first.answerBy,
      second.answerBy,
    ]);
  });
});

describe('a retry', () => {
  it('gets the first response and creates no second request, even at the same moment', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(form, bodyFor(form), { headers })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await countOf(form)).toBe(1);
    const other = await send(form, bodyFor(form, { uid: 'HN-0043' }), { headers });
    expect(other.statusCode).toBe(422);
    expect((await send(form, bodyFor(form), { headers: { 'idempotency-key': 'short' } })).statusCode).toBe(400);
  });
});

describe('a token of the form', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (secret: string, claims: object) => {
    const head = `${part({ alg: 'HS256' })}.${part(claims)}`;
    return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
  };
  const withSecret = async () => {
    const { requestForm } = await callerFor(server, person);
    const { workspaceId: ws, id } = form;
    const created = await requestForm.makeSecret({
      ws,
      id,
      rowVersion: (await requestForm.get({ ws, id })).rowVersion,
    });
    const { settings } = await requestForm.get({ ws, id });
    await requestForm.updateSettings({ ws, id, ...settings, jwtEnabled: true, rowVersion: created.rowVersion });
    return created.secret;
  };

  it('stands for the code of a minor, whose guardian still confirms, and confirms no child', async () => {
    const secret = await withSecret();
    const exp = Math.floor(server.deps.now().getTime() / 1000) + 600;
    const guardian = { ...WHO, email: `manee-${form.workspaceId}@test.example` };
    const sendBy = async (ageBand: string) => {
      const token = sign(secret, { sub: 'HN-0042', exp, jti: randomUUID() });
      return received(form, { token, ageBand, hasGuardian: true, guardianInformation: guardian });
    };
    const [minor, child] = [await sendBy('MINOR'), await sendBy('CHILD')];
    const requestOf = async ({ uuid: id }: RequestReceived) => (await api()).get({ ws: form.workspaceId, id });
    for (const one of [minor, child]) {
      expect([one.verified, one.toConfirm]).toEqual([false, ['GUARDIAN']]);
      expect(await requestOf(one)).toMatchObject({
        verifiedAt: null,
        rights: [{ stage: 'VERIFY' }],
        knownKeys: ['uid'],
      });
    }
    const { requestIdentity } = await callerFor(server, null, { ip: '10.8.0.1' });
    const [mail] = (await mailsOf(server, guardian.email)).filter(({ subject }) => subject.includes(minor.requestId));
    const token = tokenIn(mail);
    await requestIdentity.sendCode({ token });
    const code = (await mailsOf(server, guardian.email)).findLast(({ kind }) => kind === 'requestCode')!;
    await requestIdentity.enterCode({ token, code: /^\d{6}$/m.exec(code.text)![0] });
    expect(await requestOf(minor)).toMatchObject({ verifiedHow: 'CODE', rights: [{ stage: 'ASSIGN' }] });
  });

  it('confirms the identity of the requester, once', async () => {
    const secret = await withSecret();
    const exp = Math.floor(server.deps.now().getTime() / 1000) + 600;
    const token = sign(secret, { sub: 'HN-0042', exp, jti: randomUUID() });
    await expect.poll(async () => (await send(form, bodyFor(form, { token }))).statusCode).toBe(201);
    const [request] = (await (await api()).list({ ws: form.workspaceId, status: 'NEW' })).collection;
    expect(request!.rights[0]).toMatchObject({ stage: 'ASSIGN', clock: { outcome: null } });
    expect(await (await api()).get({ ws: form.workspaceId, id: request!.id })).toMatchObject({
      verifiedHow: 'TOKEN',
      knownKeys: ['uid'],
    });
    expect((await send(form, bodyFor(form, { token }))).json()).toMatchObject({ code: 'requestSubmission.tokenUsed' });
    for (const [claims, code] of [
      [{ sub: 'HN-0043', exp, jti: 'a' }, 'tokenSubject'],
      [{ sub: 'HN-0042', exp: exp - 1200, jti: 'a' }, 'tokenExpired'],
      [{ sub: 'HN-0042', exp: exp + 7200, jti: 'a' }, 'tokenTooLong'],
      [{ sub: 'HN-0042', exp }, 'tokenId'],
      [{ sub: 'HN-0042', exp, jti: 'a', aud: randomUUID() }, 'tokenAudience'],
    ] as const)
      expect((await send(form, bodyFor(form, { token: sign(secret, claims) }))).json()).toMatchObject({
        code: `requestSubmission.${code}`,
      });
    const forged = sign(randomBytes(32).toString('base64url'), { sub: 'HN-0042', exp, jti: 'b' });
    expect((await send(form, bodyFor(form, { token: forged }))).statusCode).toBe(401);
  });
});

describe('bot protection', () => {
  const challengeOf = async (of: BuiltRequestForm): Promise<WorkChallenge> => (await show(of, {}, 'challenge')).json();

  it('accepts a few requests without proof of work from one address, more with it, and then none', async () => {
    const ip = '10.8.0.1';
    const codes: string[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const answer = await send(form, bodyFor(form), { ip });
      codes.push(answer.statusCode === 201 ? 'taken' : answer.json().code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'taken'), 'requestSubmission.workNeeded']);
    const key = randomUUID();
    const work = doWork(await challengeOf(form), key);
    await received(form, { work }, { ip, headers: { 'idempotency-key': key } });
    for (let turn = 0; turn < 9; turn += 1) {
      const next = randomUUID();
      const more = { work: doWork(await challengeOf(form), next) };
      await received(form, more, { ip, headers: { 'idempotency-key': next } });
    }
    const last = randomUUID();
    const more = { work: doWork(await challengeOf(form), last) };
    const answer = await send(form, bodyFor(form, more), { ip, headers: { 'idempotency-key': last } });
    expect(answer.statusCode).toBe(429);
  });

  it('counts for the form only what is written, and its managers hear once of each limit that it has reached', async () => {
    const tries = (name: string, max: number) =>
      triesOf(server.deps, { name: `requestSubmission.${name}`, max, seconds: 3600 }, `${form.workspaceId} ${form.id}`);
    const counted = async () => [await tries('form', 1000), await tries('plainForm', 100)];
    const used = (name: string, hits: number) =>
      server.owner.updateTable('throttles').set({ hits }).where('key', 'like', `requestSubmission.${name}:%`).execute();
    for (let turn = 0; turn < 5; turn += 1)
      expect((await send(form, bodyFor(form, { rightRequestId: randomUUID() }))).statusCode).toBe(400);
    expect(await counted()).toEqual([0, 0]);
    await received(form);
    expect(await counted()).toEqual([1, 1]);
    const reports = () =>
      server.owner
        .selectFrom('activityLogs')
        .select('entityId')
        .where('event', '=', 'requestForm.limited')
        .where('workspaceId', '=', form.workspaceId)
        .execute();
    await used('plainForm', 100);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await send(form, bodyFor(form))).json()).toMatchObject({ code: 'requestSubmission.workNeeded' });
    expect(await reports()).toEqual([{ entityId: form.id }]);
    const key = randomUUID();
    const work = doWork(await challengeOf(form), key);
    await used('form', 1000);
    const full = () => send(form, bodyFor(form, { work }), { headers: { 'idempotency-key': key } });
    for (let turn = 0; turn < 2; turn += 1) expect((await full()).json()).toMatchObject({ code: 'tooMany' });
    expect(await reports()).toEqual([{ entityId: form.id }, { entityId: form.id }]);
    await used('form', 999);
    expect((await full()).statusCode).toBe(201);
  });

  it('takes the work on one challenge for one request, and its repetition gets the first response', async () => {
    const challenge = await challengeOf(form);
    const attempt = (key: string) =>
      send(form, bodyFor(form, { work: doWork(challenge, key) }), { headers: { 'idempotency-key': key } });
    const key = randomUUID();
    const first = await attempt(key);
    expect(first.statusCode).toBe(201);
    const second = await attempt(randomUUID());
    expect([second.statusCode, second.json().code]).toEqual([400, 'requestSubmission.work']);
    const again = await attempt(key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await countOf(form)).toBe(1);
  });

  it('is configured separately from that of consent', async () => {
    const last = async (env: Record<string, string>, ip: string) => {
      const { dataDir } = server.deps.config;
      const node = await buildServer({ ...env, DATA_DIR: dataDir }, { databaseUrl: server.databaseUrl });
      node.clock.set('2026-11-02T10:15:00+07:00');
      try {
        let code = 0;
        for (let count = 0; count < 11; count += 1) code = (await send(form, bodyFor(form), { ip, node })).statusCode;
        return code;
      } finally {
        await node.close();
      }
    };
    expect(await last({ CONSENT_RATE_PER_MINUTE: '0' }, '10.21.0.1')).toBe(429);
    expect(await last({ REQUEST_RATE_PER_MINUTE: '0' }, '10.21.0.2')).toBe(201);
  });

  it('requires valid proof of work, for this request, this form, and in time', async () => {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const challenge = await challengeOf(form);
    const work = doWork(challenge, key);
    const refused = async (of: BuiltRequestForm, wrong: object, sent: Record<string, string> = headers) =>
      expect((await send(of, bodyFor(of, { work: wrong }), { headers: sent })).json()).toMatchObject({
        code: 'requestSubmission.work',
      });
    await refused(form, { ...work, answer: work.answer + 1 });
    await refused(form, work, {});
    await refused(form, work, { 'idempotency-key': randomUUID() });
    await refused(await buildRequestForm(server, person), work);
    await refused(form, { challenge: `${challenge.challenge.slice(0, -2)}AA`, answer: 1 });
    server.clock.set('2026-11-02T12:15:01+07:00');
    await refused(form, work);
    server.clock.set('2026-11-02T10:16:00+07:00');
    await received(form, { work }, { headers });
  });
});

describe('a file uploaded with a request', () => {
  const upload = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
    server.app.inject({ method, url: `/api/v1/${form.workspaceId}/dsrm-request-uploads${path}`, ...more });
  const startUpload = async (name: string, size: number): Promise<StartedUpload> => {
    const answer = await upload('POST', '', { payload: { dsrmRequestFormId: form.id, name, size } });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  const part = (started: StartedUpload, offset: number, payload: Buffer) =>
    upload('PUT', `/${started.uploadId}`, {
      payload,
      headers: {
        'content-type': 'application/octet-stream',
        'upload-token': started.token,
        'upload-offset': String(offset),
      },
    });
  /** Sends everything, in parts of `size`. */
  async function sendAll(name: string, content: Buffer, size = 100): Promise<StartedUpload & { url: string }> {
    const started = await startUpload(name, content.length);
    let url = '';
    for (let offset = 0; offset < content.length; offset += size)
      ({ url } = (await part(started, offset, content.subarray(offset, offset + size))).json<UploadState>());
    return { ...started, url };
  }
  const withFile = ({ url, token }: { url: string; token: string }) => ({
    requestedAttachment: url,
    uploadToken: token,
  });
  const countOfFiles = async () =>
    (await server.owner.selectFrom('files').select('id').where('workspaceId', '=', form.workspaceId).execute()).length;

  it('is assembled and stored once, however many calls send its end', async () => {
    const content = pdf('สำเนาบัตร');
    const started = await startUpload('บัตร.pdf', content.length);
    await part(started, 0, content.subarray(0, 60));
    const before = await countOfFiles();
    const answers = await Promise.all(Array.from({ length: 12 }, () => part(started, 60, content.subarray(60))));
    const refusals = answers.filter(({ statusCode }) => statusCode !== 200);
    for (const answer of refusals)
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
        429,
        '2',
        { code: 'requestSubmission.uploadFinishing' },
      ]);
    expect(await countOfFiles()).toBe(before + 1);
    expect((await part(started, 60, content.subarray(60))).json<UploadState>().url).not.toBe('');
  });

  it('is finished by the next call where one was interrupted', async () => {
    const content = pdf('สำเนาบัตร');
    const started = await startUpload('บัตร.pdf', content.length);
    await part(started, 0, content.subarray(0, 60));
    const last = () => part(started, 60, content.subarray(60));
    const finishing = (until: Date) =>
      server.owner
        .updateTable('requestUploads')
        .set({ finishingUntil: until })
        .where('id', '=', started.uploadId)
        .execute();
    await finishing(new Date(server.deps.now().getTime() + 1000));
    expect((await last()).statusCode).toBe(429);
    await finishing(server.deps.now());
    expect((await last()).json<UploadState>().url).not.toBe('');
  });

  /** The last part of an upload, by a node that pauses once it has read the first part back, and the rest. */
  const paused = async (content: Buffer, then: () => void = () => {}) => {
    const started = await startUpload('บัตร.pdf', content.length);
    await part(started, 0, content.subarray(0, 60));
    const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if ((result.rows[0] as { content?: Buffer } | undefined)?.content) {
          reached.resolve();
          await open.promise;
          then();
        }
        return result;
      },
    };
    const node = { ...server.deps, db: server.deps.db.withPlugin(plugin) };
    const named = { workspaceId: form.workspaceId, id: started.uploadId, token: started.token };
    const answer = uploads.add(node, named, 60, content.subarray(60));
    answer.catch(() => {});
    await reached.promise;
    return { started, answer, go: () => open.resolve(), last: () => part(started, 60, content.subarray(60)) };
  };

  it('remains where the call that was slow to finish it finds that another one has', async () => {
    const { started, answer, go, last } = await paused(pdf('สำเนาบัตร'));
    expect((await last()).statusCode).toBe(429);
    server.clock.set('2026-11-02T10:17:30+07:00');
    const { url } = (await last()).json<UploadState>();
    expect(url).not.toBe('');
    go();
    expect((await answer).url).toBe(url);
    await received(form, withFile({ url, token: started.token }));
  });

  it('is left to the call that finishes it, where another one that was slower fails', async () => {
    const { started, answer, go, last } = await paused(pdf('สำเนาบัตร'), () => {
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    server.clock.set('2026-11-02T10:17:30+07:00');
    // As by the claim of a call that is at it.
    await server.owner
      .updateTable('requestUploads')
      .set({ finishingUntil: new Date(server.deps.now().getTime() + 120_000) })
      .where('id', '=', started.uploadId)
      .execute();
    go();
    await expect(answer).rejects.toThrow('deadlock detected');
    expect((await last()).json()).toMatchObject({ code: 'requestSubmission.uploadFinishing' });
    server.clock.set('2026-11-02T10:20:00+07:00');
    expect((await last()).json<UploadState>().url).not.toBe('');
  });

  it('can be finished at once by the next call, where something did not answer', async () => {
    const { answer, go, last } = await paused(pdf('สำเนาบัตร'), () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    go();
    await expect(answer).rejects.toThrow('terminating connection');
    expect((await last()).json<UploadState>().url).not.toBe('');
  });

  it('arrives in parts, continues where it was interrupted, and is readable for users who may know who asks', async () => {
    const content = pdf('สำเนาบัตร');
    const started = await startUpload('../บัตร.pdf', content.length);
    expect((await part(started, 0, content.subarray(0, 60))).json()).toMatchObject({ received: 60, url: '' });
    // The same again, as after a lost response, and one too far ahead.
    expect((await part(started, 0, content.subarray(0, 60))).json()).toMatchObject({ received: 60 });
    expect((await part(started, 90, content.subarray(90))).json()).toMatchObject({ received: 60 });
    const headers = { 'upload-token': started.token };
    expect((await upload('GET', `/${started.uploadId}`, { headers })).json()).toMatchObject({ received: 60 });
    const { url } = (await part(started, 60, content.subarray(60))).json<UploadState>();
    expect(url).toBe(`/api/v1/${form.workspaceId}/dsrm-request-uploads/${started.uploadId}`);
    const { uuid } = await received(form, withFile({ url, token: started.token }));
    const call = await callerFor(server, person);
    const [file, ...more] = await call.requestSubmission.attachments({ ws: form.workspaceId, id: uuid });
    expect(more).toEqual([]);
    expect(file).toMatchObject({ name: 'บัตร.pdf', size: content.length, type: 'application/pdf' });
    const download = (who: Person) =>
      server.app.inject({ method: 'GET', url: file!.url, headers: { authorization: `Bearer ${who.token}` } });
    expect((await download(person)).rawPayload.equals(content)).toBe(true);
    const manager = await buildPerson(server, { workspaceId: form.workspaceId, role: 'Top Management' });
    expect((await download(manager)).statusCode).toBe(404);
    const own = await callerFor(server, manager);
    expect(await own.requestSubmission.attachments({ ws: form.workspaceId, id: uuid })).toEqual([]);
    // It is used up: no second request accepts it.
    expect((await send(form, bodyFor(form, withFile({ url, token: started.token })))).json()).toMatchObject({
      code: 'requestSubmission.attachment',
    });
  });

  it('counts for the form once it begins to arrive: files that are only announced keep nobody out', async () => {
    const limit = { name: 'requestSubmission.uploadForm', max: 500, seconds: 3600 };
    const counted = () => triesOf(server.deps, limit, `${form.workspaceId} ${form.id}`);
    for (let turn = 0; turn < 5; turn += 1) await startUpload('a.pdf', 1);
    expect(await counted()).toBe(0);
    const content = pdf();
    const { url } = await sendAll('a.pdf', content);
    expect(url).not.toBe('');
    expect(await counted()).toBe(1);
    const unfinished = await startUpload('b.pdf', content.length);
    await server.owner
      .updateTable('throttles')
      .set({ hits: 500 })
      .where('key', 'like', 'requestSubmission.uploadForm:%')
      .execute();
    expect((await part(unfinished, 0, content.subarray(0, 100))).statusCode).toBe(429);
    const refused = await upload('POST', '', { payload: { dsrmRequestFormId: form.id, name: 'c.pdf', size: 1 } });
    expect(refused.statusCode).toBe(429);
  });

  it('belongs to nobody else: another token, another form, somebody else’s file, half a file', async () => {
    const complete = await sendAll('a.pdf', pdf('a'));
    const other = await sendAll('b.pdf', pdf('b'));
    const half = await startUpload('c.pdf', 1000);
    const refused = async (of: BuiltRequestForm, more: object) =>
      expect((await send(of, bodyFor(of, more))).json()).toMatchObject({ code: 'requestSubmission.attachment' });
    await refused(form, { requestedAttachment: complete.url });
    await refused(form, withFile({ url: complete.url, token: other.token }));
    await refused(
      form,
      withFile({ url: `/api/v1/${form.workspaceId}/dsrm-request-uploads/${half.uploadId}`, token: half.token }),
    );
    await refused(form, withFile({ url: `/files-api/v1/files/${randomUUID()}`, token: complete.token }));
    await refused(await buildRequestForm(server, person), withFile(complete));
    const stranger = await buildPerson(server, { role: 'DPO' });
    const elsewhere = await buildRequestForm(server, stranger);
    await refused(elsewhere, withFile(complete));
    expect(
      (await upload('GET', `/${complete.uploadId}`, { headers: { 'upload-token': other.token } })).statusCode,
    ).toBe(404);
    expect((await upload('GET', `/${complete.uploadId}`)).statusCode).toBe(404);
    expect(await countOf(form)).toBe(0);
  });

  it('is refused by its content, its size and more than was announced, and leaves nothing', async () => {
    const disguised = Buffer.from('<!doctype html><script>alert(1)</script>');
    const started = await startUpload('บัตร.pdf', disguised.length);
    const answer = await part(started, 0, disguised);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect((await part(started, 0, disguised)).statusCode).toBe(404);
    const more = await startUpload('a.txt', 10);
    expect((await part(more, 0, Buffer.alloc(11, 'a'))).json()).toMatchObject({ code: 'requestSubmission.uploadPart' });
    const tooLarge = { dsrmRequestFormId: form.id, name: 'a.pdf', size: 20 * 1024 * 1024 + 1 };
    expect((await upload('POST', '', { payload: tooLarge })).statusCode).toBe(400);
    const parts = await server.owner
      .selectFrom('requestUploadParts')
      .select('id')
      .where('workspaceId', '=', form.workspaceId)
      .execute();
    expect([parts.length, await countOfFiles()]).toEqual([0, 0]);
  });

  it('is stored encrypted meanwhile, and deleted when it is cancelled or never sent', async () => {
    const started = await startUpload('สมหญิง รักไทย.txt', 100);
    await part(started, 0, Buffer.from('ข้อมูลของสมหญิง'));
    const rows = [
      await server.owner.selectFrom('requestUploads').selectAll().where('id', '=', started.uploadId).execute(),
      await server.owner
        .selectFrom('requestUploadParts')
        .selectAll()
        .where('uploadId', '=', started.uploadId)
        .execute(),
    ].flat();
    expect(rows).toHaveLength(2);
    const bytes = rows.map((row) => Object.values(row).filter(Buffer.isBuffer).map(String).join('')).join('');
    expect(bytes).not.toMatch(/สมหญิง|4Liq4Lih/);
    const headers = { 'upload-token': started.token };
    expect((await upload('DELETE', `/${started.uploadId}`, { headers })).statusCode).toBe(200);
    expect((await upload('GET', `/${started.uploadId}`, { headers })).statusCode).toBe(404);
    const old = await startUpload('a.txt', 5);
    const { uploadId: young } = await startUpload('b.txt', 5);
    await server.owner
      .updateTable('requestUploads')
      .set({ progressedAt: new Date(Date.now() - 90_000_000) })
      .where('id', '=', old.uploadId)
      .execute();
    await server.owner
      .updateTable('requestUploads')
      .set({ progressedAt: new Date() })
      .where('id', '=', young)
      .execute();
    await uploadSweep.run(server.deps, new AbortController().signal);
    const left = await server.owner
      .selectFrom('requestUploads')
      .select('id')
      .where('workspaceId', '=', form.workspaceId)
      .execute();
    expect(left.map(({ id }) => id)).toEqual([young]);
  });
});

it('the hosted page executes nothing but our scripts', async () => {
  const page = await server.app.inject({ method: 'GET', url: requestFormPage(form.workspaceId, form.id) });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/);
  expect(page.body).not.toMatch(/<script>|style=|onload/);
  expect((await server.app.inject({ method: 'GET', url: '/dsrm/form/page/x/%22%3E' })).statusCode).toBe(404);
});
