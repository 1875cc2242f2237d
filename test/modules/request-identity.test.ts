import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateRequest, Request } from '../../shared/request/schema.ts';
import { buildPerson, buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let requestFormId: string;
let access: string;
let count = 0;
let email: string;
let address = 0;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo } = await buildTeam(server, { dpo: 'DPO', admin: 'Admin' }));
  const { applicationId } = await buildConsentPurposes(server, dpo);
  const { requestForm } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const published = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  requestFormId = published.id;
  access = published.rights.find(({ code }) => code === 'ACCESS')!.id;
  email = `subject${(count += 1)}@test.example`;
  address += 1;
});

const staffCalls = async () => (await callerFor(server, await signInAgain(server, dpo))).request;
const GUARDIAN = { firstName: 'มานี', lastName: 'รักไทย', telephone: '' };
const enterRequest = async (changes: object = {}): Promise<Request> =>
  (await staffCalls()).create({
    ws,
    requestFormId,
    receivedAt: '2026-11-02T10:15:00+07:00',
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '0812345678' },
    rights: [{ rightRequestId: access, requestDetail: 'ขอสำเนา' }],
    ...changes,
  } as unknown as CreateRequest);
const get = async (id: string) => (await staffCalls()).get({ ws, id });
/** Somebody outside, by default from a new address. */
const outside = async (ip = `10.1.0.${address}`) => (await callerFor(server, null, { ip })).requestIdentity;
const linkOf = async (to = email) =>
  tokenIn((await mailsOf(server, to)).find(({ kind }) => kind === 'requestReceived'));
const codesOf = async (to = email) =>
  (await mailsOf(server, to)).filter(({ kind }) => kind === 'requestCode').map(({ text }) => /^\d{6}$/m.exec(text)![0]);
const codeFor = async (token: string, to = email) => {
  await (await outside()).sendCode({ token });
  return (await codesOf(to)).at(-1)!;
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const later = (minutes: number) => server.clock.set(new Date(server.deps.now().getTime() + minutes * 60_000));

const acceptDocument = (requestId: string, person: 'SUBJECT' | 'GUARDIAN') =>
  server.owner
    .insertInto('identityDocuments')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      requestId,
      person,
      state: 'ACCEPTED',
      decidedAt: server.deps.now(),
      createdBy: dpo.personnelId,
      createdAt: server.deps.now(),
    })
    .execute();

describe('the link of a request', () => {
  it('is sent to the requester, names nothing but the number in the subject, and opens with a code', async () => {
    const request = await enterRequest({ language: 'en' });
    const [mail] = await mailsOf(server, email);
    expect(mail).toMatchObject({ kind: 'requestReceived', locale: 'en' });
    expect(mail!.subject).not.toMatch(/สมหญิง|รักไทย|test\.example/);
    const token = await linkOf();
    const code = await codeFor(token);
    const { session } = await (await outside()).enterCode({ token, code });
    expect(await (await outside()).overview({ session })).toMatchObject({ person: 'SUBJECT', awaitsOther: null });
    expect(await get(request.id)).toMatchObject({
      verifiedHow: 'CODE',
      rights: [{ stage: 'ASSIGN', clock: { endedAt: null } }],
    });
  });

  it('is stored only as a hash, and neither it nor a code is in plain text in the database', async () => {
    await enterRequest();
    const token = await linkOf();
    const code = await codeFor(token);
    const { rows } = await server.owner
      .selectFrom('requestLinks')
      .selectAll()
      .execute()
      .then(async (links) => ({
        rows: [...links, ...(await server.owner.selectFrom('requestCodes').selectAll().execute())],
      }));
    const text = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(text).not.toContain(token);
    expect(text).not.toContain(code);
  });

  it('responds the same whether there is such a link or not', async () => {
    const unknown = 'A'.repeat(32);
    await enterRequest();
    const token = await linkOf();
    const calls = await outside();
    expect(await calls.sendCode({ token: unknown })).toEqual(await calls.sendCode({ token }));
    const [code] = await codesOf();
    const wrong = await refusal(calls.enterCode({ token, code: other(code!) }));
    const foreign = await refusal(calls.enterCode({ token: unknown, code: code! }));
    expect(wrong).toMatchObject({ code: 'requestIdentity.code' });
    expect(foreign).toEqual(wrong);
  });

  it('is not sent for an imported request, nor without an e-mail address', async () => {
    await enterRequest({ subject: { firstName: 'สมหญิง', lastName: 'รักไทย', telephone: '0812345678' } });
    expect(await mailsOf(server, email)).toEqual([]);
  });
});

describe('what is asked for on the page of a request', () => {
  const askDocument = async (id: string) => {
    const { requestIdentity } = await callerFor(server, await signInAgain(server, dpo));
    return requestIdentity.askDocument({ ws, id, person: 'SUBJECT', reason: 'ที่อยู่ใหม่' });
  };
  const openSession = async () => {
    const token = await linkOf();
    return (await (await outside()).enterCode({ token, code: await codeFor(token) })).session;
  };

  it('is a document no longer that was withdrawn; another one can be requested', async () => {
    const { id } = await enterRequest();
    const session = await openSession();
    const documentId = (await askDocument(id)).documents[0]!.id;
    // How long the document is stored is read beside where it is uploaded, and in the mail that requests it.
    expect(await (await outside()).overview({ session })).toMatchObject({ documents: [{}], identityDays: 30 });
    const requested = (await mailsOf(server, email)).find(({ kind }) => kind === 'requestDocument');
    expect(requested?.text).toContain('30 วันหลังปิดคำขอ');
    const { requestIdentity } = await callerFor(server, await signInAgain(server, dpo));
    const withdraw = () => requestIdentity.withdrawDocument({ ws, id, documentId });
    expect((await withdraw()).documents).toMatchObject([{ state: 'WITHDRAWN', hasFile: false }]);
    expect((await (await outside()).overview({ session })).documents).toEqual([]);
    expect(await refusal(withdraw())).toMatchObject({ code: 'requestIdentity.notRequested' });
    expect((await askDocument(id)).documents.map(({ state }) => state)).toEqual(['WITHDRAWN', 'REQUESTED']);
  });

  it('is nothing once it is closed, and nobody is waited for', async () => {
    const guardian = { ...GUARDIAN, email: `guardian.${email}` };
    const { id, rights } = await enterRequest({ ageBand: 'MINOR', guardian });
    const session = await openSession();
    await askDocument(id);
    expect(await (await outside()).overview({ session })).toMatchObject({ awaitsOther: 'LINK', documents: [{}] });
    const { requestMessage } = await callerFor(server, null, { ip: `10.1.0.${address}` });
    await requestMessage.subject.withdraw({ session, rightIds: rights.map((right) => right.id) });
    const closed = await (await outside()).overview({ session });
    expect(closed).toMatchObject({ awaitsOther: null, documents: [], closedAt: expect.any(String) });
  });
});

describe('a code', () => {
  it('is valid for ten minutes, once, and is replaced by the next one', async () => {
    await enterRequest();
    const token = await linkOf();
    const calls = await outside();
    const first = await codeFor(token);
    const second = await codeFor(token);
    expect(await refusal(calls.enterCode({ token, code: first }))).toMatchObject({ code: 'requestIdentity.code' });
    later(11);
    expect(await refusal(calls.enterCode({ token, code: second }))).toMatchObject({ code: 'requestIdentity.code' });
    const third = await codeFor(token);
    await calls.enterCode({ token, code: third });
    expect(await refusal(calls.enterCode({ token, code: third }))).toMatchObject({ code: 'requestIdentity.code' });
  });

  it('is refused after five wrong ones, the correct one too, whoever tries; users who manage requests are notified once', async () => {
    const request = await enterRequest();
    const token = await linkOf();
    const code = await codeFor(token);
    for (let index = 0; index < 5; index += 1)
      expect(
        await refusal((await outside(`10.2.${address}.${index}`)).enterCode({ token, code: other(code) })),
      ).toMatchObject({
        code: 'requestIdentity.code',
      });
    expect(await refusal((await outside(`10.3.0.${address}`)).enterCode({ token, code }))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
    });
    const logged = await server.owner
      .selectFrom('securityLogs')
      .select(['event', 'subject'])
      .where('event', '=', 'request.codesRefused')
      .where('sourceId', '=', ws)
      .execute();
    expect(logged).toHaveLength(1);
    expect((await get(request.id)).verifiedAt).toBeNull();
    later(11);
    const fresh = await codeFor(token);
    await (await outside()).enterCode({ token, code: fresh });
    expect((await get(request.id)).verifiedHow).toBe('CODE');
  });

  it('is mailed at most five times an hour for one request, without any content of it', async () => {
    await enterRequest();
    const token = await linkOf();
    for (let index = 0; index < 7; index += 1) await (await outside()).sendCode({ token });
    expect(await codesOf()).toHaveLength(5);
  });

  it('opens only one request, of two with one address', async () => {
    await enterRequest();
    const first = await linkOf();
    await enterRequest();
    const both = (await mailsOf(server, email)).filter(({ kind }) => kind === 'requestReceived').map(tokenIn);
    const second = both.find((token) => token !== first)!;
    const code = await codeFor(first);
    expect(await refusal((await outside()).enterCode({ token: second, code }))).toMatchObject({
      code: 'requestIdentity.code',
    });
  });
});

describe('a session', () => {
  it('ends after an hour', async () => {
    await enterRequest();
    const token = await linkOf();
    const { session } = await (await outside()).enterCode({ token, code: await codeFor(token) });
    later(59);
    await (await outside()).overview({ session });
    later(2);
    expect(await refusal((await outside()).overview({ session }))).toMatchObject({
      code: 'requestIdentity.session',
      status: 'UNAUTHORIZED',
    });
  });
});

describe('a link that was sent again', () => {
  it('ends the sessions and codes of the former one', async () => {
    const request = await enterRequest();
    const former = await linkOf();
    const { session } = await (await outside()).enterCode({ token: former, code: await codeFor(former) });
    const code = await codeFor(former);
    later(1);
    await (await callerFor(server, await signInAgain(server, dpo))).requestIdentity.sendLinks({ ws, id: request.id });
    expect(await refusal((await outside()).overview({ session }))).toMatchObject({ code: 'requestIdentity.session' });
    const token = tokenIn((await mailsOf(server, email)).findLast(({ kind }) => kind === 'requestReceived'));
    expect(token).not.toBe(former);
    expect(await refusal((await outside()).enterCode({ token, code }))).toMatchObject({ code: 'requestIdentity.code' });
    const fresh = await (await outside()).enterCode({ token, code: await codeFor(token) });
    expect(await (await outside()).overview({ session: fresh.session })).toMatchObject({ person: 'SUBJECT' });
  });
});

/** The logged sendings of links by staff. */
const linksSent = () =>
  server.owner
    .selectFrom('activityLogs')
    .select('id')
    .where('workspaceId', '=', ws)
    .where('event', '=', 'request.linksSent')
    .execute();

it('links are sent again five times an hour at most, and each time is logged', async () => {
  const request = await enterRequest();
  const send = async () =>
    (await callerFor(server, await signInAgain(server, dpo))).requestIdentity.sendLinks({ ws, id: request.id });
  for (let time = 0; time < 5; time += 1) {
    later(1);
    await send();
  }
  expect(await refusal(send())).toMatchObject({ status: 'TOO_MANY_REQUESTS' });
  expect(await linksSent()).toHaveLength(5);
});

describe('a corrected email address', () => {
  const corrected = async (id: string, to: string) => {
    const { rowVersion, identity } = await get(id);
    const { guardian: _guardian, ...subject } = identity!;
    return (await staffCalls()).update({ ws, id, rowVersion, subject: { ...subject, email: to }, rights: [] } as never);
  };

  it('gets a link immediately, which is logged; the former link no longer opens the request', async () => {
    const request = await enterRequest();
    const former = await linkOf();
    const current = `current${count}@test.example`;
    later(1);
    await corrected(request.id, current);
    await (await outside()).sendCode({ token: former });
    expect(await codesOf(current)).toEqual([]);
    const token = await linkOf(current);
    await (await outside()).enterCode({ token, code: await codeFor(token, current) });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'CODE' });
    expect(await linksSent()).toHaveLength(1);
    expect((await mailsOf(server, email)).filter(({ kind }) => kind === 'requestReceived')).toHaveLength(1);
  });

  it('of a confirmed request is asked to confirm again, without a date by which the request would close', async () => {
    const request = await enterRequest({ language: 'en', verified: true });
    later(60 * 24 * 60);
    const current = `current${count}@test.example`;
    await corrected(request.id, current);
    const [mail] = await mailsOf(server, current);
    expect(mail!.text).toContain('Please confirm your identity again');
    expect(mail!.text).not.toContain('closes automatically');
  });
});

describe('a guardian', () => {
  it('who is known by a document confirms a new email address of a confirmed request by its own code', async () => {
    const [former, current] = [`guardian${count}@test.example`, `current${count}@test.example`];
    const request = await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: former } });
    later(1);
    await acceptDocument(request.id, 'GUARDIAN');
    const own = await linkOf();
    await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    const { rowVersion, verifiedHow } = await get(request.id);
    expect(verifiedHow).toBe('CODE');
    later(1);
    const guardian = { ...GUARDIAN, email: current };
    await (await staffCalls()).update({ ws, id: request.id, rowVersion, guardian, rights: [] } as never);
    const { session } = await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    // Confirmed once, it does not close by itself: no date is stated.
    const waiting = { awaitsOther: 'LINK', confirmBy: null, verifiedAt: null };
    expect(await (await outside()).overview({ session })).toMatchObject(waiting);
    const theirs = await linkOf(current);
    await (await outside()).enterCode({ token: theirs, code: await codeFor(theirs, current) });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'CODE' });
  });

  it('confirms together with a person under twenty, each with their own code', async () => {
    const guardian = `guardian${count}@test.example`;
    const request = await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: guardian } });
    const own = await linkOf();
    const { session } = await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    const { verifyBy, verifiedAt } = await get(request.id);
    expect(verifiedAt).toBeNull();
    const waiting = { awaitsOther: 'LINK', confirmBy: verifyBy, verifiedAt: null };
    expect(await (await outside()).overview({ session })).toMatchObject(waiting);
    const theirs = await linkOf(guardian);
    await (await outside()).enterCode({ token: theirs, code: await codeFor(theirs, guardian) });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'CODE' });
  });

  it('whose mail with the link waits confirms by it without a date; one whose mail failed is confirmed by staff', async () => {
    const guardian = `guardian${count}@test.example`;
    const { id } = await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: guardian } });
    const own = await linkOf();
    const { session } = await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    for (const [state, awaitsOther] of [
      ['waiting', 'LINK'],
      ['failed', 'STAFF'],
    ] as const) {
      await server.owner
        .updateTable('mailDeliveries')
        .set({ state })
        .where('workspaceId', '=', ws)
        .where('batchId', 'in', (eb) =>
          eb.selectFrom('requestLinks').select('id').where('requestId', '=', id).where('person', '=', 'GUARDIAN'),
        )
        .execute();
      expect(await (await outside()).overview({ session })).toMatchObject({ awaitsOther, confirmBy: null });
    }
  });

  it('without an email is confirmed by staff: the page states neither a link nor a date', async () => {
    await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: '', telephone: '0812345678' } });
    const own = await linkOf();
    const { session } = await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    expect(await (await outside()).overview({ session })).toMatchObject({ awaitsOther: 'STAFF', confirmBy: null });
  });

  it('confirms alone for a child of ten at most', async () => {
    const guardian = `guardian${count}@test.example`;
    const request = await enterRequest({ ageBand: 'CHILD', guardian: { ...GUARDIAN, email: guardian } });
    expect(await mailsOf(server, email)).toEqual([]);
    const theirs = await linkOf(guardian);
    await (await outside()).enterCode({ token: theirs, code: await codeFor(theirs, guardian) });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'CODE' });
  });
});

describe('a minor who is known by a document', () => {
  it('has the request confirmed by the code of the guardian, whichever comes first', async () => {
    const guardian = `guardian${count}@test.example`;
    const request = await enterRequest({
      ageBand: 'MINOR',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', telephone: '0812345678' },
      guardian: { ...GUARDIAN, email: guardian },
    });
    await acceptDocument(request.id, 'SUBJECT');
    const token = await linkOf(guardian);
    const { session } = await (await outside()).enterCode({ token, code: await codeFor(token, guardian) });
    expect(await (await outside()).overview({ session })).toMatchObject({ awaitsOther: null });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'CODE', rights: [{ stage: 'ASSIGN' }] });
  });
});

describe('a correction of the age of a confirmed request', () => {
  it('is for those who manage requests, and whoever acts from now on confirms, with or without an email', async () => {
    const request = await enterRequest({ verified: true });
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    await (
      await staffCalls()
    ).changeStatus({ ws, id: request.id, action: 'ASSIGN', assigneeId: staff.personnelId } as never);
    const correct = async (person: Person, changes: object) => {
      const api = (await callerFor(server, await signInAgain(server, person))).request;
      return api.update({
        ws,
        id: request.id,
        rowVersion: (await api.get({ ws, id: request.id })).rowVersion,
        ...changes,
      } as never);
    };
    const minor = { ageBand: 'MINOR', guardian: { ...GUARDIAN, email: '', telephone: '0899999999' } };
    expect(await refusal(correct(staff, minor))).toMatchObject({
      code: 'request.addressOfConfirmed',
      fields: ['ageBand'],
    });
    expect(await correct(dpo, minor)).toMatchObject({ verifiedAt: null, rights: [{ stage: 'WORK' }] });
    expect(await refusal(correct(staff, { ageBand: 'ADULT' }))).toMatchObject({ code: 'request.addressOfConfirmed' });
  });
});

describe('after a correction of the age', () => {
  const guardianOf = () => `guardian${count}@test.example`;
  const openBy = async (to: string) => {
    const token = await linkOf(to);
    return { token, session: (await (await outside()).enterCode({ token, code: await codeFor(token, to) })).session };
  };
  /** Corrects the age alone: the guardian stays as they are. */
  const correct = async (id: string, ageBand: string) =>
    (await staffCalls()).update({ ws, id, rowVersion: (await get(id)).rowVersion, ageBand } as never);
  const write = async (id: string) =>
    (await callerFor(server, await signInAgain(server, dpo))).requestMessage.send({
      ws,
      id,
      text: 'กำลังรวบรวมข้อมูล',
      fileIds: [],
    });
  const noticesTo = async (to: string) =>
    (await mailsOf(server, to)).filter(({ kind }) => kind === 'requestNotice.MESSAGE');
  const endsFor = async ({ token, session }: { token: string; session: string }, to: string) => {
    expect(await refusal((await outside()).overview({ session }))).toMatchObject({ code: 'requestIdentity.session' });
    const before = (await codesOf(to)).length;
    await (await outside()).sendCode({ token });
    expect(await codesOf(to)).toHaveLength(before);
    expect(
      await server.owner.selectFrom('requestSessions').select('id').where('workspaceId', '=', ws).execute(),
    ).toHaveLength(1);
  };

  it('to an adult who is known by a code or a token, the request is confirmed, by the product', async () => {
    const guardian = { ...GUARDIAN, email: guardianOf() };
    const byCode = await enterRequest({ ageBand: 'MINOR', guardian });
    await openBy(email);
    const byToken = await enterRequest({ ageBand: 'MINOR', guardian });
    const tokenAt = server.deps.now();
    await server.owner.updateTable('requests').set({ tokenAt }).where('id', '=', byToken.id).execute();
    for (const [{ id }, verifiedHow] of [
      [byCode, 'CODE'],
      [byToken, 'TOKEN'],
    ] as const)
      expect(await correct(id, 'ADULT')).toMatchObject({
        verifiedHow,
        rights: [{ stage: 'ASSIGN' }],
        moves: [{ action: 'verify', by: null }],
      });
  });

  it('to an adult, the guardian gets nothing more, and their link and session open nothing', async () => {
    const request = await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: guardianOf() } });
    const [own, theirs] = [await openBy(email), await openBy(guardianOf())];
    await correct(request.id, 'ADULT');
    await write(request.id);
    expect([await noticesTo(email), await noticesTo(guardianOf())].map(({ length }) => length)).toEqual([1, 0]);
    await endsFor(theirs, guardianOf());
    expect(await (await outside()).overview({ session: own.session })).toMatchObject({ person: 'SUBJECT' });
  });

  it('to a child, the child gets nothing more, and their link and session open nothing', async () => {
    const request = await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: guardianOf() } });
    const [own, theirs] = [await openBy(email), await openBy(guardianOf())];
    await correct(request.id, 'CHILD');
    await write(request.id);
    expect([await noticesTo(email), await noticesTo(guardianOf())].map(({ length }) => length)).toEqual([0, 1]);
    await endsFor(own, email);
    expect(await (await outside()).overview({ session: theirs.session })).toMatchObject({ person: 'GUARDIAN' });
  });
});

describe('a request without a confirmation', () => {
  const at = (time: string) => server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
  const kinds = async (to = email) =>
    (await mailsOf(server, to)).map(({ kind }) => kind).filter((kind) => kind !== 'requestReceived');
  const ring = (one = server) => one.deps.alarm.ring();

  it('is reminded of three days and one day before it closes, once each over restarts, with the previous link', async () => {
    const request = await enterRequest();
    const link = await linkOf();
    at('2026-11-29 23:59');
    await ring();
    expect(await kinds()).toEqual([]);
    at('2026-11-30 00:00');
    await ring();
    await ring();
    expect(await kinds()).toEqual(['requestExpiry']);
    const [reminder] = (await mailsOf(server, email)).filter(({ kind }) => kind === 'requestExpiry');
    expect(tokenIn(reminder)).toBe(link);
    at('2026-12-02 00:00');
    const again = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    again.clock.set(server.deps.now());
    await Promise.all([ring(), ring(again)]);
    await again.close();
    expect(await kinds()).toEqual(['requestExpiry', 'requestExpiry']);
    expect((await get(request.id)).status).toBe('NEW');
    // The last day is theirs to its end, whenever on the first they sent it.
    at('2026-12-02 23:59');
    await ring();
    expect((await get(request.id)).status).toBe('NEW');
    at('2026-12-03 00:00');
    await ring();
    await ring();
    expect(await kinds()).toEqual(['requestExpiry', 'requestExpiry', 'requestLapsed']);
    const closed = await get(request.id);
    expect(closed).toMatchObject({ status: 'REJECTED', rights: [{ stage: 'UNVERIFIED', allowed: [] }] });
    expect(closed.closedAt).not.toBeNull();
    expect(closed.moves.map(({ action, by }) => [action, by])).toEqual([['lapse', null]]);
  });

  it('closes for want of the guardian, and a minor who had confirmed is notified, too', async () => {
    const guardian = `guardian${count}@test.example`;
    await enterRequest({ ageBand: 'MINOR', guardian: { ...GUARDIAN, email: guardian } });
    const own = await linkOf();
    await (await outside()).enterCode({ token: own, code: await codeFor(own) });
    server.clock.set('2026-12-03T00:00:00+07:00');
    await ring();
    for (const to of [email, guardian])
      expect((await mailsOf(server, to)).map(({ kind }) => kind)).toContain('requestLapsed');
    expect((await mailsOf(server, email)).map(({ kind }) => kind)).not.toContain('requestExpiry');
  });

  it('stays open while somebody could not be written to: those who manage requests are notified, and a link starts the time again', async () => {
    const byPhone = { firstName: 'สมหญิง', lastName: 'รักไทย', telephone: '0812345678' };
    const request = await enterRequest({ subject: byPhone });
    const minor = await enterRequest({
      ageBand: 'MINOR',
      guardian: { ...GUARDIAN, telephone: '0899999999', email: '' },
    });
    for (const time of ['2026-11-30 00:00', '2026-12-02 10:00', '2026-12-03 00:00']) {
      at(time);
      await ring();
    }
    // The minor was reminded, and is not notified of a closing that did not happen.
    expect(await kinds()).toEqual(['requestExpiry', 'requestExpiry']);
    for (const { id } of [request, minor])
      expect(await get(id)).toMatchObject({
        status: 'NEW',
        rights: [{ stage: 'VERIFY', legalClock: { endedAt: null } }],
      });
    const bells = await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as a', (join) =>
        join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
      )
      .select('a.subject')
      .where('n.personnelId', '=', dpo.personnelId)
      .where('a.event', '=', 'request.unreachable')
      .execute();
    expect(bells.map(({ subject }) => subject).toSorted()).toEqual([1, 1, 1, 2, 2, 2].map((n) => `DSR-00000${n}`));
    expect(await timesLeft(server, ws, 'request.unreachable')).toEqual([72, 72, 14, 14]);
    const reached = `reached${count}@test.example`;
    const { rowVersion } = await get(request.id);
    const subject = { ...byPhone, email: reached };
    const renewed = await (await staffCalls()).update({ ws, id: request.id, rowVersion, subject, rights: [] } as never);
    // Whoever acts alone from now on has a link, and as much time.
    const grown = { ws, id: minor.id, rowVersion: (await get(minor.id)).rowVersion, ageBand: 'ADULT', rights: [] };
    const alone = await (await staffCalls()).update(grown as never);
    for (const { verifyBy } of [renewed, alone])
      expect(new Date(verifyBy).toISOString()).toBe('2027-01-02T16:59:59.000Z');
    at('2027-01-03 00:00');
    await ring();
    for (const { id } of [request, minor]) expect((await get(id)).rights).toMatchObject([{ stage: 'UNVERIFIED' }]);
    expect(await kinds(reached)).toEqual(['requestLapsed']);
  });

  it('is confirmed at its end instead of closed where everybody is known', async () => {
    const request = await enterRequest();
    await acceptDocument(request.id, 'SUBJECT');
    at('2026-12-03 00:00');
    await ring();
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'DOCUMENT', rights: [{ stage: 'ASSIGN' }] });
    expect(await kinds()).not.toContain('requestLapsed');
  });

  it('is not reminded of once somebody has confirmed it', async () => {
    const request = await enterRequest();
    await (await staffCalls()).changeStatus({ ws, id: request.id, action: 'VERIFY' } as never);
    at('2026-12-10 10:00');
    await ring();
    expect(await kinds()).toEqual([]);
    expect((await get(request.id)).status).toBe('NEW');
  });
});
