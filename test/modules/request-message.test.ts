import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../shared/request/schema.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildUpload } from '../helpers/answers.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildRequestForm, type BuiltRequestForm } from '../helpers/requestForms.ts';
import { pdf } from '../helpers/samples.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let colleague: Person;
let management: Person;
let form: BuiltRequestForm;
let email: string;
let count = 0;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  at('2026-11-02 10:15');
  ({ ws, dpo, staff, colleague, management } = await buildTeam(server, {
    dpo: 'DPO',
    staff: 'Staff',
    colleague: 'Staff',
    management: 'Top Management',
  }));
  form = await buildRequestForm(server, dpo);
  email = `asks${(count += 1)}@test.example`;
});

const at = (time: string) => server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
const ring = (one = server) => one.deps.alarm.ring();
const as = async (person: Person) => callerFor(server, await signInAgain(server, person));
/** Somebody outside, with a new address for each request. */
const outside = async () => callerFor(server, null, { ip: `10.9.0.${count}` });
const move = async (id: string, action: string, more: object = {}, person = dpo): Promise<Request> =>
  (await as(person)).request.changeStatus({ ws, id, action, ...more } as never);

/** A request that staff are working on, and the session of its sender. */
async function buildOpened(codes: string[] = ['ACCESS'], more: object = {}) {
  const { request } = await as(dpo);
  const { id, rights } = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'POST',
    language: 'th',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '', uid: '' },
    rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
    ...more,
  } as never);
  const token = tokenIn((await mailsOf(server, email)).findLast(({ kind }) => kind === 'requestReceived'));
  const session = await openSession(token);
  await move(id, 'ASSIGN', { assigneeId: staff.personnelId });
  return { id, token, session, rightIds: rights.map((right) => right.id) };
}

async function openSession(token: string, to = email): Promise<string> {
  const { requestIdentity } = await outside();
  await requestIdentity.sendCode({ token });
  const mail = (await mailsOf(server, to)).findLast(({ kind }) => kind === 'requestCode')!;
  return (await requestIdentity.enterCode({ token, code: /^\d{6}$/m.exec(mail.text)![0] })).session;
}

const read = async (session: string) => (await (await outside()).requestMessage.subject.read({ session }))!;
const write = async (session: string, text: string, more: { id?: string; fileIds?: string[] } = {}) =>
  (await outside()).requestMessage.subject.write({ session, id: randomUUIDv7(), text, ...more });
const notices = async () => (await mailsOf(server, email)).filter(({ kind }) => kind.startsWith('requestNotice.'));
const kinds = async () => (await notices()).map(({ kind }) => kind.replace('requestNotice.', ''));
const bellsOf = (person: Person, event: string) =>
  server.owner
    .selectFrom('personalNotices as n')
    .innerJoin('activityLogs as a', (join) =>
      join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
    )
    .select(['a.subject', 'a.changes'])
    .where('n.personnelId', '=', person.personnelId)
    .where('a.event', '=', event)
    .execute();

describe('messages', () => {
  it('go both ways; the mail announces one without its content, and the bells of assigned staff notify', async () => {
    const { id, session } = await buildOpened();
    const { requestMessage } = await as(staff);
    await requestMessage.send({ ws, id, text: 'เราได้รับเอกสารของคุณแล้ว', fileIds: [] });
    const [mail] = await notices();
    expect(mail).toMatchObject({ kind: 'requestNotice.MESSAGE', locale: 'th' });
    expect(`${mail!.subject} ${mail!.text}`).not.toMatch(/เอกสารของคุณ|สมหญิง/);
    expect(tokenIn(mail)).toMatch(/^[\w-]{20,}$/);
    await write(session, 'ขอบคุณ ขอเป็นไฟล์ PDF');
    const { messages } = await (await as(staff)).requestMessage.list({ ws, id });
    expect(messages.map(({ author, kind, text }) => [author, kind, text])).toEqual([
      ['STAFF', 'MESSAGE', 'เราได้รับเอกสารของคุณแล้ว'],
      ['SUBJECT', 'MESSAGE', 'ขอบคุณ ขอเป็นไฟล์ PDF'],
    ]);
    expect((await read(session)).messages.map(({ text }) => text)).toEqual(messages.map(({ text }) => text));
    for (const person of [staff, dpo]) {
      const bells = await bellsOf(person, 'requestMessage.received');
      expect(bells).toHaveLength(1);
      expect(JSON.stringify(bells)).not.toContain('PDF');
    }
    expect(await bellsOf(colleague, 'requestMessage.received')).toEqual([]);
  });

  it('are stored in the database only encrypted', async () => {
    const { id, session } = await buildOpened();
    await write(session, 'ความลับของฉัน');
    const rows = await server.owner.selectFrom('requestMessages').selectAll().where('requestId', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.concat(rows.map(({ body }) => body)).toString()).not.toContain('ความลับ');
  });

  it('are restricted to the data subject and to staff of the request', async () => {
    const { id } = await buildOpened();
    const request = await refusal((await as(colleague)).requestMessage.list({ ws, id }));
    expect(request).toMatchObject({ code: 'request.notFound' });
    expect(await refusal((await as(management)).requestMessage.list({ ws, id }))).toMatchObject({
      status: 'FORBIDDEN',
    });
    const unknown = (await outside()).requestMessage.subject.read({ session: 'A'.repeat(32) });
    expect(await refusal(unknown)).toMatchObject({ code: 'requestIdentity.session' });
  });

  it('are sent once, whatever happens to the response, and at most twenty an hour', async () => {
    const { id, session } = await buildOpened();
    const messageId = randomUUIDv7();
    await write(session, 'หนึ่ง', { id: messageId });
    await write(session, 'หนึ่ง', { id: messageId });
    expect((await (await as(dpo)).requestMessage.list({ ws, id })).messages).toHaveLength(1);
    const other = await buildOpened();
    expect(await refusal(write(other.session, 'สอง', { id: messageId }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['id'],
    });
    for (let index = 1; index < 20; index += 1) await write(session, `${index}`);
    expect(await refusal(write(session, 'อีก'))).toMatchObject({ status: 'TOO_MANY_REQUESTS' });
  });

  it('are no longer accepted once the request is closed', async () => {
    const { id, session } = await buildOpened();
    await move(id, 'REJECT', { groundCode: 'NO_DATA', reason: 'ไม่พบข้อมูล' });
    expect(await refusal(write(session, 'ทำไม'))).toMatchObject({ code: 'requestMessage.closed' });
  });

  it('reach nobody without an e-mail address', async () => {
    const { request } = await as(dpo);
    const { id } = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'PHONE',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', telephone: '0812345678' },
      rights: [{ rightRequestId: form.rightIds.ACCESS! }],
    } as never);
    const { requestMessage } = await as(dpo);
    expect((await requestMessage.list({ ws, id })).reachable).toBe(false);
    expect(await refusal(requestMessage.send({ ws, id, text: 'สวัสดี', fileIds: [] }))).toMatchObject({
      code: 'requestMessage.unreachable',
    });
  });

  it('of staff that are sent twice under one id are stored and mailed once', async () => {
    const { id } = await buildOpened();
    const { requestMessage } = await as(staff);
    const message = { ws, messageId: randomUUIDv7(), text: 'สวัสดี', fileIds: [] };
    await requestMessage.send({ ...message, id });
    expect((await requestMessage.send({ ...message, id })).messages).toMatchObject([{ id: message.messageId }]);
    expect(await notices()).toHaveLength(1);
    const other = await buildOpened();
    expect(await refusal(requestMessage.send({ ...message, id: other.id }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['messageId'],
    });
  });

  it('are mailed again on request, and the delivery status of each mail is displayed beside it', async () => {
    const { id } = await buildOpened();
    const { requestMessage } = await as(dpo);
    const { notices: before } = await requestMessage.send({ ws, id, text: 'สวัสดี', fileIds: [] });
    expect(before).toMatchObject([{ kind: 'MESSAGE', mails: [{ person: 'SUBJECT', state: 'kept' }] }]);
    const { notices: after } = await requestMessage.resend({ ws, id, noticeId: before[0]!.id });
    expect(after).toMatchObject([{ id: before[0]!.id, mails: [{ person: 'SUBJECT', state: 'kept' }] }]);
    const mails = await notices();
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toBe(mails[0]!.text);
    for (let time = 1; time < 5; time += 1) await requestMessage.resend({ ws, id, noticeId: before[0]!.id });
    expect(await refusal(requestMessage.resend({ ws, id, noticeId: before[0]!.id }))).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
    });
  });
});

describe('a question', () => {
  it('is mailed again with the date by which it is awaited now, and no more once it was answered', async () => {
    const { id } = await buildOpened();
    at('2026-11-10 15:00');
    await move(id, 'REVERT', { to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' });
    const { requestMessage } = await as(dpo);
    const noticeId = (await requestMessage.list({ ws, id })).notices[0]!.id;
    expect((await notices())[0]!.text).toContain('24 พฤศจิกายน 2569');
    // As after an outage, whose time was given back.
    await server.owner
      .updateTable('deadlines')
      .set({ dueAt: '2026-12-03T08:00:00Z' })
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'request.answer')
      .where('subjectId', '=', id)
      .execute();
    at('2026-11-28 10:00');
    await requestMessage.resend({ ws, id, noticeId });
    const [, again] = await notices();
    expect(again!.text).toContain('3 ธันวาคม 2569');
    expect(again!.text).not.toContain('พฤศจิกายน');
    const { usefulUntil } = await server.owner
      .selectFrom('mails')
      .select('usefulUntil')
      .where('id', '=', again!.id)
      .executeTakeFirstOrThrow();
    expect(new Date(usefulUntil!).toISOString()).toBe('2026-12-03T08:00:00.000Z');
    await write(await openSession(tokenIn(again)), '12345');
    expect(await refusal(requestMessage.resend({ ws, id, noticeId }))).toMatchObject({
      status: 'CONFLICT',
      code: 'requestMessage.notAwaited',
    });
  });

  it('pauses the clock of the workspace until the answer, which postpones it by the dates between', async () => {
    const { id, session } = await buildOpened();
    at('2026-11-10 15:00');
    const questioned = await move(id, 'REVERT', { to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' });
    expect(questioned.rights[0]).toMatchObject({ stage: 'WAITING' });
    expect(questioned.rights[0]!.clock!.stoppedAt).not.toBeNull();
    expect(await kinds()).toEqual(['QUESTION']);
    expect((await notices())[0]!.text).not.toContain('บัตรสมาชิก');
    const fresh = await openSession(tokenIn((await notices())[0]));
    const page = await read(fresh);
    expect(page.messages).toMatchObject([{ author: 'STAFF', kind: 'QUESTION', text: 'ขอเลขบัตรสมาชิก' }]);
    expect(page.rights[0]!.replyBy).toBe('2026-11-24T08:00:00.000Z');
    expect(await refusal(read(session))).toMatchObject({ code: 'requestIdentity.session' });
    at('2026-11-17 08:00');
    const later = await openSession(tokenIn((await notices())[0]));
    const answered = await write(later, '12345');
    expect(answered.rights[0]).toMatchObject({ stage: 'WORK', replyBy: null, clock: { stoppedAt: null } });
    // 2 November and thirty days are 2 December; the question took seven.
    expect(answered.rights[0]!.clock!.dueAt).toBe('2026-12-09T16:59:59.000Z');
    expect(answered.rights[0]!.legalDueAt).toBe('2026-12-02T16:59:59.000Z');
    expect(answered.messages.map(({ kind }) => kind)).toEqual(['QUESTION', 'ANSWER']);
    expect(await kinds()).toEqual(['QUESTION', 'ANSWERED']);
    // One line of the bell for one reply.
    const { collection } = await (await as(dpo)).notification.list({ ws, module: 'ALL' });
    const lines = collection.map(({ event }) => event);
    expect(lines).not.toContain('request.answered');
    expect(lines.filter((event) => event === 'requestMessage.received')).toHaveLength(1);
    expect(await bellsOf(staff, 'requestMessage.received')).toHaveLength(1);
    at('2026-11-30 10:00');
    await ring();
    expect(await kinds()).toEqual(['QUESTION', 'ANSWERED']);
  });

  it('stays open as long as it was announced, whatever the settings are changed to meanwhile', async () => {
    const { id, token } = await buildOpened();
    at('2026-11-10 15:00');
    await move(id, 'REVERT', { to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' });
    const { settings } = (await as(dpo)).request;
    await settings.update({ ...(await settings.get({ ws })), ws, waitingDays: 30 } as never);
    expect((await read(await openSession(token))).rights[0]!.replyBy).toBe('2026-11-24T08:00:00.000Z');
    at('2026-11-21 15:01');
    await ring();
    const reminder = (await notices()).at(-1)!;
    expect(reminder).toMatchObject({ kind: 'requestNotice.REMINDER' });
    expect(reminder.text).toMatch(/24 พฤศจิกายน/);
  });

  it('without an answer is reminded of twice, then work continues: once each, over a restart', async () => {
    const { id, token } = await buildOpened();
    at('2026-11-10 15:00');
    await move(id, 'REVERT', { to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' });
    at('2026-11-21 15:01');
    await ring();
    await ring();
    expect(await kinds()).toEqual(['QUESTION', 'REMINDER']);
    at('2026-11-23 15:01');
    const again = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    again.clock.set(server.deps.now());
    await Promise.all([ring(), ring(again)]);
    await again.close();
    expect(await kinds()).toEqual(['QUESTION', 'REMINDER', 'REMINDER']);
    at('2026-11-24 15:01');
    await ring();
    await ring();
    expect(await kinds()).toEqual(['QUESTION', 'REMINDER', 'REMINDER', 'GOES_ON']);
    const resumed = await (await as(dpo)).request.get({ ws, id });
    expect(resumed.rights[0]).toMatchObject({ stage: 'WORK' });
    expect(resumed.rights[0]!.clock!.stoppedAt).toBeNull();
    expect(await bellsOf(staff, 'request.questionLapsed')).toHaveLength(1);
    // The history does not state that somebody replied.
    expect(resumed.moves.map(({ action }) => action)).toEqual(['verify', 'assign', 'ask', 'resume']);
    const { steps } = await read(await openSession(token));
    expect(steps.map(({ step }) => step)).toEqual(['resume', 'ask', 'verify']);
  });
});

describe('questions about two rights, asked days apart', () => {
  it('each have their own date: in their mails, on the page, and in the reminders', async () => {
    const { id, token, rightIds } = await buildOpened(['ACCESS', 'ERASURE'], { language: 'en' });
    const ask = (rightId: string) =>
      move(id, 'REVERT', { to: 'SUBJECT', rightIds: [rightId], reason: 'which years do you mean' });
    at('2026-11-10 15:00');
    await ask(rightIds[0]!);
    at('2026-11-23 15:00');
    await ask(rightIds[1]!);
    const [first, second] = await notices();
    expect(first!.text).toContain('by 24 November 2026');
    expect(second!.text).toContain('by 7 December 2026');
    expect(second!.text).not.toContain('November');
    expect((await read(await openSession(token))).rights.map(({ replyBy }) => replyBy)).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-12-07T08:00:00.000Z',
    ]);
    // Mailed again, each states its own date; it is of use until then.
    const { requestMessage } = await as(dpo);
    for (const { id: noticeId } of (await requestMessage.list({ ws, id })).notices)
      await requestMessage.resend({ ws, id, noticeId });
    const ends = await server.owner
      .selectFrom('mails')
      .select('usefulUntil')
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'requestNotice.QUESTION')
      .orderBy('usefulUntil')
      .execute();
    expect(ends.map(({ usefulUntil }) => new Date(usefulUntil!).toISOString())).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-11-24T08:00:00.000Z',
      '2026-12-07T08:00:00.000Z',
      '2026-12-07T08:00:00.000Z',
    ]);
    at('2026-11-23 15:01');
    await ring();
    const reminders = async () => (await notices()).filter(({ kind }) => kind === 'requestNotice.REMINDER');
    expect((await reminders()).at(-1)!.text).toContain('by 24 November 2026');
    expect((await reminders()).at(-1)!.text).not.toContain('December');
    at('2026-11-24 15:01');
    await ring();
    const { rights } = await (await as(dpo)).request.get({ ws, id });
    expect(rights.map(({ stage }) => stage)).toEqual(['WORK', 'WAITING']);
    at('2026-12-04 15:01');
    await ring();
    expect((await reminders()).at(-1)!.text).toContain('by 7 December 2026');
  });
});

describe('a question and its reminder', () => {
  it('are not mailed after the date that they name; that work goes on is', async () => {
    const { id } = await buildOpened();
    at('2026-11-10 15:00');
    await move(id, 'REVERT', { to: 'SUBJECT', reason: 'ขอเลขบัตรสมาชิก' });
    for (const time of ['2026-11-21 15:01', '2026-11-24 15:01']) {
      at(time);
      await ring();
    }
    const ends = await server.owner
      .selectFrom('mails')
      .select(['kind', 'usefulUntil'])
      .where('workspaceId', '=', ws)
      .where('kind', 'like', 'requestNotice.%')
      .orderBy('createdAt')
      .execute();
    expect(ends.map(({ kind, usefulUntil }) => [kind, usefulUntil && new Date(usefulUntil).toISOString()])).toEqual([
      ['requestNotice.QUESTION', '2026-11-24T08:00:00.000Z'],
      ['requestNotice.REMINDER', '2026-11-24T08:00:00.000Z'],
      ['requestNotice.GOES_ON', null],
    ]);
  });
});

describe('moves of staff', () => {
  it('do not ask a question that nobody can read: the due date does not pause', async () => {
    const { request } = await as(dpo);
    const { id, rights } = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      language: 'th',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678', uid: '' },
      rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
      verified: true,
    } as never);
    expect(await refusal(move(id, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'requestMessage.unreachable',
    });
    const after = await (await as(dpo)).request.get({ ws, id });
    expect(after.rights).toMatchObject([{ id: rights[0]!.id, stage: 'ASSIGN', clock: { stoppedAt: null } }]);
    expect((await (await as(dpo)).requestMessage.list({ ws, id })).messages).toEqual([]);
  });

  it('do not ask a question once the only reader has no address', async () => {
    const { id } = await buildOpened();
    const { request, requestMessage } = await as(dpo);
    const { rowVersion } = await request.get({ ws, id });
    const subject = { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678', uid: '' };
    await request.update({ ws, id, rowVersion, subject, rights: [] } as never);
    expect((await requestMessage.list({ ws, id })).reachable).toBe(false);
    expect(await refusal(move(id, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' }))).toMatchObject({
      code: 'requestMessage.unreachable',
    });
  });

  it('of a reopened right name no date that has passed, and no reason to a mailbox that nobody has confirmed', async () => {
    const { id } = await buildOpened(['ACCESS'], { language: 'en' });
    await move(id, 'REJECT', { groundCode: 'NO_DATA', reason: 'no such customer' });
    at('2026-12-20 10:00');
    await move(id, 'REOPEN', { reason: 'found in another system' });
    const reopened = (await notices()).at(-1)!;
    expect(reopened).toMatchObject({ kind: 'requestNotice.REOPENED' });
    expect(reopened.text).toMatch(/The date to answer has passed[^]*found in another system/);
    expect(reopened.text).not.toMatch(/, by \d/);
    const { request } = await as(dpo);
    const { rowVersion } = await request.get({ ws, id });
    email = `new-${email}`;
    const subject = { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '', uid: '' };
    await request.update({ ws, id, rowVersion, subject, rights: [] } as never);
    await move(id, 'REJECT', { groundCode: 'NO_DATA', reason: 'a private matter' });
    const refused = (await notices()).at(-1)!;
    expect(refused).toMatchObject({ kind: 'requestNotice.REFUSED' });
    expect(refused.text).toContain('The reason is on the page of your request');
    expect(refused.text).not.toContain('a private matter');
  });

  it('are mailed in the language of the request, with reason and section, and displayed on the page without names', async () => {
    const { id, session, rightIds } = await buildOpened(['ACCESS', 'ERASURE'], { language: 'en' });
    await move(id, 'EXTEND', { rightIds: [rightIds[0]], days: 30, reason: 'many systems' });
    await move(id, 'REJECT', { rightIds: [rightIds[1]], groundCode: 'LEGAL_CLAIMS', reason: 'a case in court' });
    await move(id, 'SUBMIT', { rightIds: [rightIds[0]], reason: 'for colleagues alone' }, staff);
    await move(id, 'REVERT', { rightIds: [rightIds[0]], reason: 'a page is missing' });
    await move(id, 'SUBMIT', { rightIds: [rightIds[0]], reason: 'for colleagues alone' }, staff);
    await move(id, 'APPROVE', { rightIds: [rightIds[0]] });
    expect(await kinds()).toEqual(['EXTENDED', 'REFUSED', 'DONE']);
    const [extended, refused] = await notices();
    expect(extended!.text).toMatch(/1 January 2027[^]*many systems/);
    expect(refused!.text).toMatch(/refused under section 33: Legal claims[^]*a case in court[^]*section 73/);
    for (const { subject } of await notices()) expect(subject).not.toMatch(/court|systems|สมหญิง|@/);
    const page = await read(session);
    expect(page.rights[1]!.refusal).toEqual({ section: '33', groundCode: 'LEGAL_CLAIMS', reason: 'a case in court' });
    expect(page.steps.map(({ step }) => step)).toEqual(['approve', 'reject', 'extend', 'verify', 'verify']);
    expect(JSON.stringify(page)).not.toMatch(/colleagues|missing/);
    expect(page.rights.map(({ legalDueAt }) => legalDueAt)).toEqual([
      '2026-12-02T16:59:59.000Z',
      '2027-01-31T16:59:59.000Z',
    ]);
    await move(id, 'REOPEN', { rightIds: [rightIds[1]], reason: 'the case is over' });
    expect(await kinds()).toEqual(['EXTENDED', 'REFUSED', 'DONE', 'REOPENED']);
  });

  it('state which completed rights were not carried out in all parts, in the mail and on the page', async () => {
    const { id, session, rightIds } = await buildOpened(['ACCESS', 'ERASURE'], { language: 'en' });
    const { requestTask } = await as(dpo);
    const refuse = async (rightId: string, kind: string, groundCode: string) => {
      const task = { ws, requestId: id, rightId, kind, applicationId: form.applicationId, title: 'search' };
      const { id: taskId } = await requestTask.add(task as never);
      await requestTask.refuse({ ws, id: taskId, groundCode, reason: 'for colleagues alone' });
    };
    await refuse(rightIds[0]!, 'EXPORT', 'LAW_AND_HARM');
    // Nothing is withheld where there is no data.
    await refuse(rightIds[1]!, 'SEARCH', 'NO_DATA');
    await move(id, 'SUBMIT', { rightIds, reason: 'sent' }, staff);
    await move(id, 'APPROVE', { rightIds: [rightIds[0]] });
    await move(id, 'APPROVE', { rightIds: [rightIds[1]] });
    const [inPart, complete] = await notices();
    expect(inPart).toMatchObject({ kind: 'requestNotice.DONE', subject: expect.stringContaining('Result of request') });
    expect(inPart!.text).toMatch(/has not carried out all of it[^]*, not all of it carried out[^]*section 73/);
    expect(inPart!.text).not.toMatch(/has carried out|colleagues/);
    expect(complete!.text).toContain('has carried out request');
    expect(complete!.text).not.toContain('not all of it');
    const page = await read(session);
    expect(page.rights.map((right) => [right.stage, right.inPart])).toEqual([
      ['COMPLETE', true],
      ['COMPLETE', false],
    ]);
    await move(id, 'REOPEN', { rightIds: [rightIds[0]], reason: 'once more' });
    expect((await read(session)).rights[0]).toMatchObject({ inPart: false });
  });
});

describe('the answer of an approved right', () => {
  it('follows, by the mail and the page, if the right gives data', async () => {
    const { id, session, rightIds } = await buildOpened(['ACCESS', 'ERASURE'], { language: 'en' });
    await move(id, 'SUBMIT', { rightIds, reason: 'sent' }, staff);
    for (const rightId of rightIds) await move(id, 'APPROVE', { rightIds: [rightId] });
    const [access, erasure] = await notices();
    expect(access!.subject).toContain('Result of request');
    expect(access!.text).toMatch(/has approved request[^]*The answer follows/);
    expect(`${access!.subject} ${access!.text}`).not.toMatch(/is done|has carried out/);
    expect(erasure!.text).not.toMatch(/follows/);
    expect((await read(session)).rights.map(({ answerFollows }) => answerFollows)).toEqual([true, false]);
  });

  it('follows alike by both where one was prepared for a right that gives no data', async () => {
    const { id, session, rightIds } = await buildOpened(['ERASURE'], { language: 'en' });
    const letter = { message: 'backups are erased within 90 days', withheld: '', rowVersion: 0 as const };
    await (await as(staff)).requestAnswer.save({ ws, id, rightId: rightIds[0]!, ...letter });
    await move(id, 'SUBMIT', { reason: 'erased' }, staff);
    await move(id, 'APPROVE');
    expect((await notices())[0]!.text).toMatch(/has approved request[^]*The answer follows/);
    expect((await read(session)).rights[0]).toMatchObject({ answerFollows: true, outcome: '' });
  });
});

describe('the outcome of an approved right', () => {
  it('is on the page where the right gives no data, and the mail points there', async () => {
    const { id, session, rightIds } = await buildOpened(['ERASURE', 'ACCESS'], { language: 'en' });
    await move(id, 'SUBMIT', { rightIds, reason: 'erased in all systems' }, staff);
    for (const rightId of rightIds) await move(id, 'APPROVE', { rightIds: [rightId] });
    const [erasure, access] = await notices();
    expect(erasure!.text).toContain('What was done is on the page of your request');
    expect(erasure!.text).not.toContain('erased in all systems');
    expect(access!.text).not.toContain('What was done');
    expect((await read(session)).rights.map(({ outcome }) => outcome)).toEqual(['erased in all systems', '']);
  });

  it('is not displayed while the identity must be confirmed again', async () => {
    const { id, rightIds } = await buildOpened(['ERASURE', 'ACCESS'], {
      ageBand: 'MINOR',
      guardian: { firstName: 'สมชาย', lastName: 'รักไทย', email: `guardian-${email}`, telephone: '' },
      verified: true,
    });
    await move(id, 'SUBMIT', { rightIds: [rightIds[0]], reason: 'ลบแล้ว' }, staff);
    await move(id, 'APPROVE', { rightIds: [rightIds[0]] });
    const { request } = await as(dpo);
    const { rowVersion } = await request.get({ ws, id });
    const guardian = { firstName: 'สมชาย', lastName: 'รักไทย', email: `new-${email}`, telephone: '' };
    await request.update({ ws, id, rowVersion, guardian, rights: [] } as never);
    const link = (await mailsOf(server, email)).findLast(({ kind }) => kind === 'requestReceived');
    const page = await read(await openSession(tokenIn(link)));
    expect(page.rights[0]).toMatchObject({ stage: 'COMPLETE', outcome: '' });
  });
});

describe('a right that is closed without a refusal', () => {
  it('reads as closed in the mail: with the section, if its ground has one', async () => {
    const { id, rightIds } = await buildOpened(['ACCESS', 'ERASURE'], { language: 'en' });
    await move(id, 'REJECT', { rightIds: [rightIds[0]], groundCode: 'NO_DATA', reason: 'no such customer' });
    await move(id, 'REJECT', { rightIds: [rightIds[1]], groundCode: 'OUTSIDE_ACT', reason: 'a court file' });
    const [noData, outside] = await notices();
    expect(noData!.text).toMatch(/has closed request[^]*, closed: No data[^]*section 73 to Office of/);
    expect(outside!.text).toMatch(/has closed request[^]*, closed under section 4: Outside/);
    for (const { text } of await notices()) expect(text).not.toMatch(/refused|cannot carry out/);
  });
});

describe('withdrawing', () => {
  it('requires a new code, ends the clocks, and is possible for a single right', async () => {
    const { id, token, session, rightIds } = await buildOpened(['ACCESS', 'ERASURE']);
    at('2026-11-02 10:31');
    const { subject } = (await outside()).requestMessage;
    const [first, second] = rightIds as [string, string];
    expect(await refusal(subject.withdraw({ session, rightIds: [first] }))).toMatchObject({
      code: 'requestMessage.freshCode',
    });
    const fresh = await openSession(token);
    const after = await subject.withdraw({ session: fresh, rightIds: [first] });
    expect(after.rights.map(({ stage }) => stage)).toEqual(['WITHDRAWN', 'WORK']);
    expect(after.withdrawable).toEqual([second]);
    expect(await kinds()).toEqual(['WITHDRAWN']);
    expect(await bellsOf(staff, 'request.withdrawn')).toHaveLength(1);
    expect(await refusal(subject.withdraw({ session: fresh, rightIds: [first, second] }))).toMatchObject({
      code: 'requestMessage.notWithdrawable',
    });
    const { rights } = await (await as(dpo)).request.get({ ws, id });
    expect(rights.map(({ stage }) => stage)).toEqual(['WITHDRAWN', 'WORK']);
    expect(rights[0]).toMatchObject({ clock: { outcome: 'notNeeded' }, legalClock: { outcome: 'notNeeded' } });
  });
});

describe('a request of two people', () => {
  it('has each of them notified of who replied and who withdrew it', async () => {
    const guardian = `guardian.${email}`;
    const { request } = await as(dpo);
    const { id, rights } = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      language: 'en',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '', uid: '' },
      ageBand: 'MINOR',
      guardian: { firstName: 'มานี', lastName: 'รักไทย', email: guardian, telephone: '' },
      rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
      verified: true,
    } as never);
    const sessionOf = async (to: string) =>
      openSession(tokenIn((await mailsOf(server, to)).findLast(({ kind }) => kind === 'requestReceived')), to);
    /** The newest mails to both. */
    const mailsToBoth = async (kind: string) =>
      Promise.all(
        [email, guardian].map(async (to) => {
          const { subject, text } = (await mailsOf(server, to)).findLast((mail) => mail.kind === kind)!;
          return `${subject} ${text}`;
        }),
      );
    await move(id, 'REVERT', { to: 'SUBJECT', reason: 'which years' });
    await write(await sessionOf(email), '2568');
    expect(await mailsToBoth('requestNotice.ANSWERED')).toEqual([
      expect.stringMatching(/^Your reply in request [^]*Thank you for your reply/),
      expect.stringMatching(/^Reply in request [^]*The data subject has replied/),
    ]);
    const { subject } = (await outside()).requestMessage;
    await subject.withdraw({ session: await sessionOf(guardian), rightIds: [rights[0]!.id] });
    expect(await mailsToBoth('requestNotice.WITHDRAWN')).toEqual([
      expect.stringContaining('Your parent or guardian withdrew request'),
      expect.stringContaining('You withdrew request'),
    ]);
  });
});

describe('files of messages', () => {
  const upload = (session: string, name: string, bytes: Buffer) => {
    const boundary = 'x'.repeat(20);
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return server.app.inject({
      method: 'POST',
      url: '/files-api/v1/request-messages',
      headers: { 'request-session': session, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
  };
  const download = (session: string, fileId: string) =>
    server.app.inject({
      method: 'POST',
      url: '/files-api/v1/request-messages/download',
      payload: { session, fileId },
    });

  it('are sent with a message, to the other side of this request and to nobody else', async () => {
    const { id, session } = await buildOpened();
    const sent = await upload(session, 'บัตร.pdf', pdf('card'));
    expect(sent.statusCode).toBe(200);
    const { id: fileId } = sent.json<{ id: string }>();
    expect((await download(session, fileId)).statusCode).toBe(404);
    await write(session, 'แนบมาแล้ว', { fileIds: [fileId] });
    const got = await download(session, fileId);
    expect(got.statusCode).toBe(200);
    expect(got.rawPayload.equals(pdf('card'))).toBe(true);
    expect(got.headers['content-disposition']).toMatch(/^attachment/);
    const { messages } = await (await as(staff)).requestMessage.list({ ws, id });
    expect(messages[0]!.files).toMatchObject([{ id: fileId, name: 'บัตร.pdf' }]);
    const unsent = (await upload(session, 'สอง.pdf', pdf('two'))).json<{ id: string }>().id;
    for (const foreign of [fileId, unsent])
      expect(
        await refusal((await as(dpo)).requestMessage.send({ ws, id, text: 'ของท่าน', fileIds: [foreign] })),
      ).toMatchObject({ code: 'file.notFound' });
    await write(session, 'แนบอีกไฟล์', { fileIds: [unsent] });
    const other = await buildOpened();
    expect((await download(other.session, fileId)).statusCode).toBe(404);
    expect(await refusal(write(other.session, 'ของฉัน', { fileIds: [fileId] }))).toMatchObject({
      code: 'requestMessage.file',
    });
  });

  it('of staff can be read by the data subject', async () => {
    const { id, session } = await buildOpened();
    const bytes = pdf('form');
    const fileId = await buildUpload(server, staff, { name: 'form.pdf', type: 'application/pdf', bytes });
    await (await as(staff)).requestMessage.send({ ws, id, text: 'แบบฟอร์ม', fileIds: [fileId] });
    const [message] = (await read(session)).messages;
    expect(message!.files).toMatchObject([{ id: fileId, name: 'form.pdf' }]);
    expect((await download(session, fileId)).rawPayload.equals(bytes)).toBe(true);
    expect(JSON.stringify(message)).not.toContain(staff.personnelId);
  });

  it('are refused without a session, and for their content', async () => {
    const { session } = await buildOpened();
    expect((await upload('A'.repeat(32), 'a.pdf', pdf())).statusCode).toBe(401);
    expect((await upload('', 'a.pdf', pdf())).statusCode).toBe(401);
    expect((await upload(session, 'a.pdf', Buffer.from('<html><script>1</script>'))).statusCode).toBe(415);
  });

  it('never sent are deleted after a day, others remain', async () => {
    const { session } = await buildOpened();
    const ids: string[] = [];
    for (const name of ['a.pdf', 'b.pdf']) ids.push((await upload(session, name, pdf(name))).json<{ id: string }>().id);
    await write(session, 'หนึ่งไฟล์', { fileIds: [ids[0]!] });
    at('2026-11-03 10:16');
    const { unsentFiles } = await import('../../server/modules/requestMessage/sweep.ts');
    expect(await unsentFiles.run(server.deps, new AbortController().signal)).toEqual({ removed: 1 });
    const left = await server.owner.selectFrom('files').select('id').where('id', 'in', ids).execute();
    expect(left.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('sent while the unsent ones are being deleted remain', async () => {
    const { id, session } = await buildOpened();
    const fileId = (await upload(session, 'a.pdf', pdf('a'))).json<{ id: string }>().id;
    await write(session, 'จะส่งไฟล์ตามมา');
    const [message] = (await read(session)).messages;
    at('2026-11-03 10:16');
    const { unsentFiles } = await import('../../server/modules/requestMessage/sweep.ts');
    let sweeping: Promise<unknown> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx
        .updateTable('requestMessageFiles')
        .set({ requestMessageId: message!.id })
        .where('id', '=', fileId)
        .execute();
      sweeping = unsentFiles.run(server.deps, new AbortController().signal);
      await until(async () => {
        const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await waits.execute(server.owner)).rows.length > 0;
      }, 'the sweep waits for the message');
    });
    expect(await sweeping).toEqual({ removed: 0 });
    const { messages } = await (await as(staff)).requestMessage.list({ ws, id });
    expect(messages[0]!.files).toMatchObject([{ id: fileId }]);
  });
});
