import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestReference } from '../../shared/request/reference.ts';
import type { CreateRequest, Request } from '../../shared/request/schema.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { holdTable } from '../helpers/pausedTable.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'admin' | 'staff' | 'manager', Person>;
let requestFormId: string;
let rightIds: Record<string, string>;
let count = 0;
let email: string;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  const team = await buildTeam(server, { dpo: 'DPO', admin: 'Admin', staff: 'Staff', manager: 'Top Management' });
  ({ ws } = team);
  people = team;
  const { applicationId } = await buildConsentPurposes(server, people.dpo);
  const { requestForm } = await callerFor(server, people.dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const published = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  requestFormId = published.id;
  rightIds = Object.fromEntries(published.rights.map(({ code, id }) => [code, id]));
  email = `documents${(count += 1)}@test.example`;
});

const callsOf = async (person: Person = people.dpo) => callerFor(server, await signInAgain(server, person));
const identity = async (person: Person = people.dpo) => (await callsOf(person)).requestIdentity;
const SUBJECT = { firstName: 'สมหญิง', lastName: 'รักไทย', telephone: '0812345678' };
const enter = async (changes: object = {}): Promise<Request> =>
  (await callsOf()).request.create({
    ws,
    requestFormId,
    receivedAt: '2026-11-02T10:15:00+07:00',
    channel: 'POST',
    subject: { ...SUBJECT, email },
    rights: [{ rightRequestId: rightIds.ACCESS, requestDetail: 'ขอสำเนา' }],
    ...changes,
  } as unknown as CreateRequest);
const get = async (id: string) => (await callsOf()).request.get({ ws, id });
const outside = async () => (await callerFor(server, null, { ip: `10.9.0.${count}` })).requestIdentity;
/** The session of the recipient of a request's link. */
const sessionOf = async (to = email): Promise<string> => {
  const token = tokenIn((await mailsOf(server, to)).find(({ kind }) => kind === 'requestReceived'));
  await (await outside()).sendCode({ token });
  const mail = (await mailsOf(server, to)).findLast(({ kind }) => kind === 'requestCode');
  return (await (await outside()).enterCode({ token, code: /^\d{6}$/m.exec(mail!.text)![0] })).session;
};
/** A form with one file, in the format of browsers. */
const formOf = (name: string, content: Buffer) => {
  const boundary = 'document-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
const bearer = async (person: Person) => ({ authorization: `Bearer ${(await signInAgain(server, person)).token}` });
const picture = () => PNG.sync.write(new PNG({ width: 300, height: 200 }));
/** Sends a document like the page of the data subject. */
const send = (session: string, { person = 'SUBJECT', content = picture(), name = 'card.png' } = {}) => {
  const { payload, headers } = formOf(name, content);
  return server.app.inject({
    method: 'POST',
    url: `/api/v1/request-identity-documents?person=${person}`,
    headers: { ...headers, 'x-request-session': session },
    payload,
  });
};
const look = async (id: string, documentId: string, person: Person | null = people.dpo) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/${ws}/dsrm-request/${id}/identity-documents/${documentId}`,
    headers: person ? await bearer(person) : {},
  });
const files = () => server.owner.selectFrom('files').select('id').where('ownerKind', '=', 'request.identity').execute();
const logged = async (event: string) =>
  (await server.owner.selectFrom('activityLogs').select(['event', 'actorId']).where('workspaceId', '=', ws).execute())
    .filter((row) => row.event === event)
    .map(({ actorId }) => actorId);
/** A request with a document sent by its data subject. */
const received = async (changes: object = {}, person: 'SUBJECT' | 'AGENT' = 'SUBJECT') => {
  const request = await enter(changes);
  const session = await sessionOf();
  await (await identity()).askDocument({ ws, id: request.id, person, reason: 'ขอดูบัตร' });
  expect((await send(session, { person })).statusCode).toBe(200);
  const view = await (await identity()).view({ ws, id: request.id });
  return { request, session, document: view.documents.at(-1)! };
};

describe('an identity document', () => {
  it('is requested with a reason, sent only by the data subject, and accepted once', async () => {
    const request = await enter();
    const session = await sessionOf();
    expect((await send(session)).json()).toMatchObject({ code: 'requestIdentity.notRequested' });
    await (await identity()).askDocument({ ws, id: request.id, person: 'SUBJECT', reason: 'ที่อยู่เปลี่ยน' });
    expect(
      await refusal((await identity()).askDocument({ ws, id: request.id, person: 'SUBJECT', reason: 'อีกครั้ง' })),
    ).toMatchObject({ code: 'requestIdentity.alreadyRequested' });
    const mail = (await mailsOf(server, email)).find(({ kind }) => kind === 'requestDocument')!;
    expect(mail.text).toContain('ที่อยู่เปลี่ยน');
    expect(mail.text).toContain('หมู่โลหิต');
    expect(mail.subject).not.toMatch(/สมหญิง|รักไทย|test\.example/);
    // Nobody's own identity is in question there.
    await (await identity()).askDocument({ ws, id: request.id, person: 'AGENT', reason: 'ยังไม่ระบุสิทธิ' });
    const ofAgent = (await mailsOf(server, email)).filter(({ kind }) => kind === 'requestDocument').at(-1)!;
    expect(ofAgent.subject).toContain('หนังสือมอบอำนาจ');
    expect((await (await outside()).overview({ session })).documents).toEqual([
      { person: 'SUBJECT', isReceived: false, reason: 'ที่อยู่เปลี่ยน' },
      { person: 'AGENT', isReceived: false, reason: 'ยังไม่ระบุสิทธิ' },
    ]);
    expect((await send('x'.repeat(43))).statusCode).toBe(401);
    expect((await send(session, { person: 'GUARDIAN' })).json()).toMatchObject({
      code: 'requestIdentity.notRequested',
    });
    expect((await send(session, { content: Buffer.from('GIF89a nothing'), name: 'card.gif' })).statusCode).toBe(415);
    expect((await send(session)).statusCode).toBe(200);
    expect((await send(session)).json()).toMatchObject({ code: 'requestIdentity.notRequested' });
    expect((await (await outside()).overview({ session })).documents).toMatchObject([
      { isReceived: true },
      { isReceived: false },
    ]);
  });

  it("is displayed with the viewer's name and the time, each view logged, and to nobody else", async () => {
    const { request, document } = await received();
    const shown = await look(request.id, document.id);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.body).toContain('data:image/png');
    const other = await look(request.id, document.id, people.admin);
    // The watermark is drawn: another name and another time have other shapes.
    expect(other.body).not.toBe(shown.body);
    expect(await logged('identityDocument.viewed')).toEqual([people.dpo.personnelId, people.admin.personnelId]);
    for (const [person, status] of [
      [people.staff, 403],
      [people.manager, 403],
      [null, 401],
    ] as const)
      expect((await look(request.id, document.id, person)).statusCode).toBe(status);
    const [file] = await files();
    const direct = await server.app.inject({
      url: `/files-api/v1/files/${file!.id}?workspace=${ws}`,
      headers: await bearer(people.dpo),
    });
    expect(direct.statusCode).toBe(404);
    expect(await logged('identityDocument.viewed')).toHaveLength(2);
  });

  it('confirms a request without an email address once it is accepted, and is deleted immediately', async () => {
    const request = await enter({ subject: { ...SUBJECT, email: '' } });
    const file = await uploadByStaff();
    await (await identity()).addDocument({ ws, id: request.id, person: 'SUBJECT', fileId: file });
    const [document] = (await (await identity()).view({ ws, id: request.id })).documents;
    const before = await files();
    await (await identity()).decideDocument({ ws, id: request.id, documentId: document!.id, decision: 'ACCEPT' });
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'DOCUMENT', rights: [{ stage: 'ASSIGN' }] });
    expect((await files()).length).toBe(before.length - 1);
    expect((await (await identity()).view({ ws, id: request.id })).documents).toMatchObject([
      { state: 'ACCEPTED', hasFile: false, decidedBy: expect.stringMatching(/./) },
    ]);
    expect((await look(request.id, document!.id)).statusCode).toBe(404);
    expect(await logged('identityDocument.accepted')).toEqual([people.dpo.personnelId]);
  });

  it('of an imported request confirms no address that was entered after it was accepted', async () => {
    const request = await enter({ verified: true });
    // As imported requests are: nobody was written to.
    await server.owner.deleteFrom('requestLinks').where('requestId', '=', request.id).execute();
    await server.owner.updateTable('requests').set({ channel: 'IMPORT' }).where('id', '=', request.id).execute();
    const accept = async (person: 'SUBJECT' | 'AGENT') => {
      const fileId = await uploadByStaff();
      await (await identity()).addDocument({ ws, id: request.id, person, fileId });
      const { documents } = await (await identity()).view({ ws, id: request.id });
      const { id: documentId } = documents.find(({ state }) => state === 'RECEIVED')!;
      const rightIds = request.rights.map(({ id }) => id);
      await (await identity()).decideDocument({ ws, id: request.id, documentId, decision: 'ACCEPT', rightIds });
    };
    await accept('SUBJECT');
    server.clock.set(new Date(server.deps.now().getTime() + 60_000));
    const { rowVersion } = await get(request.id);
    const subject = { ...SUBJECT, email: 'another@test.example' };
    const { request: calls } = await callerFor(server, await signInAgain(server, people.dpo));
    await calls.update({ ws, id: request.id, rowVersion, subject, rights: [] } as never);
    expect(await get(request.id)).toMatchObject({ verifiedAt: null });
    await accept('AGENT');
    expect(await get(request.id)).toMatchObject({ verifiedAt: null });
    await accept('SUBJECT');
    expect(await get(request.id)).toMatchObject({ verifiedHow: 'DOCUMENT' });
  });

  it('meets what a right requires only for the address that it was accepted for, while that must be confirmed', async () => {
    const { request, document } = await received();
    const requirement = async () => (await (await identity()).view({ ws, id: request.id })).needs[0];
    expect(await requirement()).toMatchObject({ need: 'SECOND', isMet: false });
    const accepted = { ws, id: request.id, documentId: document.id, decision: 'ACCEPT' as const };
    await (await identity()).decideDocument(accepted);
    expect(await requirement()).toMatchObject({ isMet: true });
    server.clock.set('2026-11-02T11:15:00+07:00');
    const { rowVersion } = await get(request.id);
    const subject = { ...SUBJECT, email: `new.${email}`, uid: '' };
    await (await callsOf()).request.update({ ws, id: request.id, rowVersion, subject, rights: [] } as never);
    expect(await requirement()).toMatchObject({ isMet: false });
    await sessionOf(`new.${email}`);
    expect(await requirement()).toMatchObject({ isMet: true });
  });

  it('is requested again with a reason, and its file is deleted', async () => {
    const { request, session, document } = await received();
    const decide = async (changes: object) =>
      (await identity()).decideDocument({ ws, id: request.id, documentId: document.id, ...changes } as never);
    expect(await refusal(decide({ decision: 'AGAIN' }))).toMatchObject({ status: 'BAD_REQUEST', fields: ['reason'] });
    const view = await decide({ decision: 'AGAIN', reason: 'อ่านไม่ออก' });
    expect(view.documents.map(({ state, hasFile }) => [state, hasFile])).toEqual([
      ['REPLACED', false],
      ['REQUESTED', false],
    ]);
    expect((await mailsOf(server, email)).at(-1)!.text).toContain('อ่านไม่ออก');
    expect((await send(session)).statusCode).toBe(200);
    expect(await refusal(decide({ decision: 'ACCEPT' }))).toMatchObject({ code: 'requestIdentity.notReceived' });
  });

  it('that was refused is retained until some days after the request is closed, and then deleted, once', async () => {
    const { request, document } = await received();
    await (
      await identity()
    ).decideDocument({ ws, id: request.id, documentId: document.id, decision: 'REFUSE', reason: 'คนละคน' });
    const before = (await files()).length;
    await (
      await callsOf()
    ).request.changeStatus({ ws, id: request.id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'ไม่พบ' } as never);
    server.clock.set('2026-12-02T10:14:00+07:00');
    await server.deps.alarm.ring();
    expect((await files()).length).toBe(before);
    server.clock.set('2026-12-02T10:16:00+07:00');
    await server.deps.alarm.ring();
    await server.deps.alarm.ring();
    expect((await files()).length).toBe(before - 1);
    expect(await logged('identityDocument.deleted')).toEqual([null]);
    expect((await (await identity()).view({ ws, id: request.id })).documents).toMatchObject([
      { state: 'REFUSED', hasFile: false, reason: 'คนละคน' },
    ]);
  });

  it('of an agent names the rights covered by the power of attorney', async () => {
    const { request, document } = await received({}, 'AGENT');
    const accept = async (ids: string[]) =>
      (await identity()).decideDocument({
        ws,
        id: request.id,
        documentId: document.id,
        decision: 'ACCEPT',
        rightIds: ids,
      });
    expect((await (await identity()).view({ ws, id: request.id })).needs).toMatchObject([{ need: 'DOCUMENT' }]);
    expect(await refusal(accept([]))).toMatchObject({ status: 'BAD_REQUEST', fields: ['rightIds'] });
    const [right] = request.rights;
    expect((await accept([right!.id])).documents).toMatchObject([{ state: 'ACCEPTED', rightIds: [right!.id] }]);
  });

  it('stores the reason of the request encrypted, never in plain text', async () => {
    const { document } = await received();
    const row = await server.owner
      .selectFrom('identityDocuments')
      .selectAll()
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow();
    expect(row.reason!.toString()).not.toContain('ขอดูบัตร');
    const file = await server.owner
      .selectFrom('files')
      .select('sealed')
      .where('id', '=', row.fileId!)
      .executeTakeFirst();
    expect(file).toEqual({ sealed: true });
  });

  const uploadByStaff = async (): Promise<string> => {
    const { payload, headers } = formOf('card.png', picture());
    const answer = await server.app.inject({
      method: 'POST',
      url: `/files-api/v1/upload?workspace=${ws}&kind=identityDocument`,
      headers: { ...headers, ...(await bearer(people.dpo)) },
      payload,
    });
    return answer.json().id;
  };
});

describe('requests of one person', () => {
  it('are found by id, e-mail and phone number, with the matching values', async () => {
    const other = `other${count}@test.example`;
    const first = await enter({ subject: { ...SUBJECT, email, uid: 'HN-1' } });
    const second = await enter({ subject: { ...SUBJECT, email: other, telephone: '0899999999', uid: 'HN-1' } });
    const third = await enter({ subject: { ...SUBJECT, email: other, telephone: '0877777777' } });
    const related = async (id: string) =>
      (await (await identity()).view({ ws, id })).related.map((one) => [one.id, one.sameBy]);
    expect(await related(first.id)).toEqual([[second.id, ['uid']]]);
    expect(await related(second.id)).toEqual([
      [third.id, ['email']],
      [first.id, ['uid']],
    ]);
    for (const person of [people.staff, people.manager])
      expect((await refusal((await identity(person)).view({ ws, id: first.id }))).code).toMatch(/^forbidden/);
  });

  const close = async ({ id }: { id: string }, of?: { number: number }, person = people.dpo) =>
    (await callsOf(person)).request.changeStatus({
      ws,
      id,
      action: 'REJECT',
      groundCode: 'DUPLICATE',
      ...(of && { duplicateOf: requestReference(of.number) }),
      reason: 'ยื่นสองครั้ง',
    } as never);

  it('are not closed as a duplicate of one that is closed, nor each of the other at the same time', async () => {
    const [first, second, refused] = [
      await enter({ verified: true }),
      await enter({ verified: true }),
      await enter({ verified: true }),
    ];
    await (
      await callsOf()
    ).request.changeStatus({
      ws,
      id: refused.id,
      action: 'REJECT',
      groundCode: 'NO_DATA',
      reason: 'ไม่พบข้อมูล',
    } as never);
    expect(await refusal(close(first, refused))).toMatchObject({ code: 'request.duplicateOf' });
    // Neither can write that it has closed a right before both have begun.
    const lock = await holdTable(server.databaseUrl, 'request_moves');
    const both = Promise.allSettled([close(first, second), close(second, first, people.admin)]);
    await until(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner);
      return rows[0]!.waiting >= 2;
    }, 'both calls to wait');
    await lock.release();
    const results = await both;
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const statuses = await Promise.all(
      [first, second].map(async ({ id }) => (await (await callsOf()).request.get({ ws, id })).closedAt === null),
    );
    expect(statuses.toSorted()).toEqual([false, true]);
  });

  it('are closed as a duplicate with a reason, which is no refusal, and reopened', async () => {
    const first = await enter({ verified: true });
    const second = await enter({ verified: true });
    const third = await enter();
    for (const first of [second, third, { number: 99 }, undefined])
      expect(await refusal(close(second, first))).toMatchObject({
        code: 'request.duplicateOf',
        fields: ['duplicateOf'],
      });
    expect(await refusal(close(third, first))).toMatchObject({ code: 'illegalMove' });
    const closed = await close(second, first);
    expect(closed).toMatchObject({ status: 'REJECTED', rights: [{ stage: 'CLOSED', groundCode: 'DUPLICATE' }] });
    expect(await logged('request.closedAsDuplicate')).toHaveLength(1);
    expect(await logged('request.rejected')).toEqual([]);
    expect((await (await identity()).view({ ws, id: second.id })).duplicateOf).toEqual({
      id: first.id,
      number: first.number,
    });
    expect(await refusal(close(first, second))).toMatchObject({ code: 'request.duplicateOf' });
    await (
      await callsOf()
    ).request.changeStatus({ ws, id: second.id, action: 'REOPEN', reason: 'เป็นคนละเรื่อง' } as never);
    expect((await (await identity()).view({ ws, id: second.id })).duplicateOf).toBeNull();
  });

  it('name the other request as long as one of their rights is closed as repeating it', async () => {
    const first = await enter({ verified: true });
    const rights = [rightIds.ACCESS, rightIds.ERASURE].map((id) => ({ rightRequestId: id, requestDetail: 'ขอสำเนา' }));
    const second = await enter({ verified: true, rights });
    await close(second, first);
    const reopen = async (place: number) => {
      const input = { action: 'REOPEN', rightIds: [second.rights[place]!.id], reason: 'เป็นคนละเรื่อง' };
      await (await callsOf()).request.changeStatus({ ws, id: second.id, ...input } as never);
      return (await (await identity()).view({ ws, id: second.id })).duplicateOf;
    };
    expect(await reopen(0)).toEqual({ id: first.id, number: first.number });
    expect(await reopen(1)).toBeNull();
  });

  it('are not closed as a duplicate of one that is anonymised', async () => {
    const first = await enter({ verified: true });
    const second = await enter({ verified: true });
    await (
      await callsOf()
    ).request.changeStatus({ ws, id: first.id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'ไม่พบ' } as never);
    await server.owner
      .updateTable('requests')
      .set({ subject: null, uidHash: null, emailHash: null, phoneHash: null, anonymisedAt: server.deps.now() })
      .where('workspaceId', '=', ws)
      .where('id', '=', first.id)
      .execute();
    expect(await refusal(close(second, first))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'request.duplicateOf',
      fields: ['duplicateOf'],
    });
  });
});

describe('a resent link', () => {
  it('invalidates the previous one, and is refused without an address', async () => {
    const request = await enter();
    const first = tokenIn((await mailsOf(server, email)).at(-1));
    server.clock.set('2026-11-02T10:16:00+07:00');
    await (await identity()).sendLinks({ ws, id: request.id });
    const second = tokenIn((await mailsOf(server, email)).at(-1));
    expect(second).not.toBe(first);
    const before = (await mailsOf(server, email)).length;
    await (await outside()).sendCode({ token: first });
    expect(await mailsOf(server, email)).toHaveLength(before);
    await (await outside()).sendCode({ token: second });
    expect(await mailsOf(server, email)).toHaveLength(before + 1);
    const silent = await enter({ subject: { ...SUBJECT, email: '' } });
    expect(await refusal((await identity()).sendLinks({ ws, id: silent.id }))).toMatchObject({
      code: 'requestIdentity.noAddress',
    });
  });
});
