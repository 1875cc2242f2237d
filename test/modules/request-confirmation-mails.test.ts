import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleReturned } from '../../server/platform/mail/returns/returned.ts';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { buildTeam } from '../helpers/team.ts';

/** What the mail server answers to a recipient; null: it accepts the mail. */
let answer: { responseCode: number; message: string } | null = null;
let post: Awaited<ReturnType<typeof postOffice>>;
let server: TestServer;
let ws: string;
let dpo: Person;
let requestFormId: string;
let access: string;
let count = 0;
let email: string;

beforeAll(async () => {
  post = await postOffice(() => answer);
  server = await buildServer({ SMTP_URL: post.url });
});
afterAll(async () => {
  await server.close();
  await post.close();
});
beforeEach(async () => {
  answer = null;
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo } = await buildTeam(server, { dpo: 'DPO' }));
  const { applicationId } = await buildConsentPurposes(server, dpo);
  const { requestForm } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const published = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  requestFormId = published.id;
  access = published.rights.find(({ code }) => code === 'ACCESS')!.id;
  email = `subject${(count += 1)}@test.example`;
});

const staff = async () => callerFor(server, await signInAgain(server, dpo));
const enterRequest = async () =>
  (await staff()).request.create({
    ws,
    requestFormId,
    receivedAt: '2026-11-02T10:15:00+07:00',
    channel: 'POST',
    subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '0812345678' },
    rights: [{ rightRequestId: access, requestDetail: 'ขอสำเนา' }],
  } as never);
const stageOf = async (id: string) => (await (await staff()).request.get({ ws, id })).rights[0]!.stage;
const mailOf = async (id: string) => (await (await staff()).requestIdentity.view({ ws, id })).persons[0]!.linkMail;
const bells = async () =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as a', (join) =>
        join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
      )
      .select('a.id')
      .where('n.personnelId', '=', dpo.personnelId)
      .where('a.event', '=', 'request.unreachable')
      .execute()
  ).length;
const deliveries = () =>
  server.owner
    .selectFrom('mailDeliveries')
    .select(['mailId', 'state'])
    .where('workspaceId', '=', ws)
    .orderBy('mailId')
    .execute();
/** Sends what is due, until so many of the mails with the link were tried. */
async function sendMails(count: number): Promise<void> {
  server.deps.mailer.kick();
  await expect.poll(async () => (await deliveries()).filter(({ state }) => state !== 'waiting').length).toBe(count);
}
/** Rings at each of these times, and sends what was written. */
async function ringAt(...times: string[]): Promise<void> {
  for (const time of times) {
    server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
    await server.deps.alarm.ring();
  }
}
const REMINDERS = ['2026-11-30 00:00', '2026-12-02 00:00'];
const END = '2026-12-03 00:00';

describe('a mail that comes after it is of use', () => {
  it('is not sent: a link whose date has passed', async () => {
    answer = { responseCode: 451, message: 'later' };
    await enterRequest();
    await expect
      .poll(
        async () =>
          (
            await server.owner
              .selectFrom('mailDeliveries')
              .select('error')
              .where('workspaceId', '=', ws)
              .where('error', 'is not', null)
              .execute()
          ).length,
      )
      .toBe(1);
    const before = post.received.length;
    answer = null;
    server.clock.set('2026-12-03T00:00:00+07:00');
    await sendMails(1);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed']);
    expect(post.received.slice(before).filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('a request of somebody who must confirm it', () => {
  it('stays open where the mail server refuses each mail with the link, and the request displays that', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const { id } = await enterRequest();
    await sendMails(1);
    expect(await mailOf(id)).toEqual({ state: 'failed', returned: null });
    for (const [index, time] of REMINDERS.entries()) {
      await ringAt(time);
      await sendMails(index + 2);
    }
    await ringAt(END);
    expect(await stageOf(id)).toBe('VERIFY');
    expect(await bells()).toBe(3);
    // A new link that arrives has the days of the form, and the request closes at their end.
    answer = null;
    expect((await (await staff()).requestIdentity.sendLinks({ ws, id })).persons[0]!.linkMail).toMatchObject({
      state: 'waiting',
    });
    await sendMails(4);
    expect(await mailOf(id)).toEqual({ state: 'sent', returned: null });
    await ringAt('2027-01-03 00:00');
    expect(await stageOf(id)).toBe('UNVERIFIED');
  });

  it('stays open while each mail with the link awaits the next day, since the workspace has used up this one', async () => {
    await server.owner
      .insertInto('mailQuotas')
      .values({ workspaceId: ws, day: '2027-12-31', mails: 1_000_000 })
      .execute();
    const { id } = await enterRequest();
    await ringAt(...REMINDERS, END);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(await mailOf(id)).toEqual({ state: 'waiting', returned: null });
    expect(await stageOf(id)).toBe('VERIFY');
    expect(await bells()).toBe(3);
  });

  it('stays open where the mails with the link came back', async () => {
    const { id } = await enterRequest();
    await sendMails(1);
    expect(await mailOf(id)).toEqual({ state: 'sent', returned: null });
    for (const [index, time] of [...REMINDERS, END].entries()) {
      const ids = (await deliveries()).flatMap(({ mailId, state }) => (state === 'sent' ? [mailId] : []));
      await settleReturned(
        server.deps,
        ids.map((mailId) => ({ id: mailId, status: '5.1.1' })),
      );
      expect(await mailOf(id)).toEqual({ state: 'failed', returned: '5.1.1' });
      await ringAt(time);
      if (time !== END) await sendMails(index + 2);
    }
    expect(await stageOf(id)).toBe('VERIFY');
    expect(await bells()).toBe(3);
  });

  it('closes at its end where one of the mails was sent', async () => {
    answer = { responseCode: 550, message: 'unknown' };
    const { id } = await enterRequest();
    await sendMails(1);
    answer = null;
    await ringAt(REMINDERS[0]!);
    await sendMails(2);
    await ringAt(REMINDERS[1]!);
    await sendMails(3);
    await ringAt(END);
    expect(await stageOf(id)).toBe('UNVERIFIED');
    expect(await bells()).toBe(1);
  });
});

const errors = async () =>
  (
    await server.owner
      .selectFrom('mailDeliveries')
      .select(['entity', 'error'])
      .where('workspaceId', '=', ws)
      .orderBy('entity')
      .orderBy('superseded', 'desc')
      .orderBy('mailId')
      .execute()
  ).map(({ entity, error }) => [entity, error]);
/** Tries the mails of these records, which the mail server refuses for now. */
async function tryMails(...entities: string[]): Promise<void> {
  server.deps.mailer.kick();
  await expect.poll(errors).toEqual(entities.map((entity) => [entity, 'EENVELOPE 451']));
}
/** The next try of all that waits, by a mail server that accepts mails again. */
async function sendRest(time = '2026-11-02 10:16'): Promise<void> {
  answer = null;
  server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
  server.deps.mailer.kick();
  await expect
    .poll(() =>
      server.owner
        .selectFrom('mails')
        .select('status')
        .where('workspaceId', '=', ws)
        .where('status', '=', 'waiting')
        .execute(),
    )
    .toEqual([]);
}

describe('mails that wait when the address of their person is corrected', () => {
  /** Corrects the address while time passes, as it does within a call. @returns the new address */
  async function correctAddress(id: string): Promise<string> {
    const { now } = server.deps;
    let ticks = 0;
    const deps = { ...server.deps, now: () => new Date(now().getTime() + (ticks += 1)) };
    const { request } = await callerFor(server, await signInAgain(server, dpo), { deps });
    const corrected = `corrected.${email}`;
    const { rowVersion } = await request.get({ ws, id });
    const subject = { firstName: 'สมหญิง', lastName: 'รักไทย', email: corrected, telephone: '0812345678', uid: '' };
    await request.update({ ws, id, rowVersion, subject, rights: [] } as never);
    return corrected;
  }
  it('are not sent, and the new address has the link', async () => {
    answer = { responseCode: 451, message: 'later' };
    const { id } = await enterRequest();
    await (await staff()).requestMessage.send({ ws, id, text: 'กำลังรวบรวมข้อมูล', fileIds: [] });
    await tryMails('request', 'requestMessage');
    const corrected = await correctAddress(id);
    await sendRest();
    expect(await errors()).toEqual([
      ['request', 'outdated'],
      ['request', null],
      ['requestMessage', 'outdated'],
    ]);
    expect(post.received.filter(({ to }) => to.includes(email))).toEqual([]);
    expect(post.received.filter(({ to }) => to.includes(corrected))).toHaveLength(1);
  });

  it('are not sent either where they request a document or a fact', async () => {
    answer = { responseCode: 451, message: 'later' };
    const { id } = await enterRequest();
    const { requestIdentity } = await staff();
    await requestIdentity.askDocument({ ws, id, person: 'SUBJECT', reason: 'ชื่อไม่ตรงกับสมาชิก' });
    await requestIdentity.askFact({ ws, id, person: 'SUBJECT', question: 'เลขที่สมาชิก', expected: '1234' });
    await tryMails('request', 'request', 'request');
    const corrected = await correctAddress(id);
    await sendRest();
    const ended = ['request', 'outdated'];
    expect(await errors()).toEqual([ended, ended, ended, ['request', null]]);
    expect(post.received.filter(({ to }) => to.includes(email))).toEqual([]);
    expect(post.received.filter(({ to }) => to.includes(corrected))).toHaveLength(1);
  });

  it('are sent to the new address where a notice was mailed again since', async () => {
    answer = { responseCode: 451, message: 'later' };
    const { id } = await enterRequest();
    await (await staff()).requestMessage.send({ ws, id, text: 'กำลังรวบรวมข้อมูล', fileIds: [] });
    await tryMails('request', 'requestMessage');
    const corrected = await correctAddress(id);
    const { requestMessage, request } = await staff();
    const [notice] = (await requestMessage.list({ ws, id })).notices;
    await requestMessage.resend({ ws, id, noticeId: notice!.id });
    // Another correction, which leaves the address as it is.
    const { rowVersion } = await request.get({ ws, id });
    await request.update({ ws, id, rowVersion, language: 'en', rights: [] } as never);
    await sendRest();
    expect(post.received.filter(({ to }) => to.includes(email))).toEqual([]);
    expect(post.received.filter(({ to }) => to.includes(corrected))).toHaveLength(2);
  });
});

describe('mails that wait', () => {
  it('end with what they request: a document or a fact that was withdrawn, or is known otherwise', async () => {
    answer = { responseCode: 451, message: 'later' };
    const { id } = await enterRequest();
    const { requestIdentity } = await staff();
    const document = async () =>
      (await requestIdentity.askDocument({ ws, id, person: 'SUBJECT', reason: 'ชื่อไม่ตรง' })).documents.at(-1)!.id;
    const fact = async () =>
      (await requestIdentity.askFact({ ws, id, person: 'SUBJECT', question: 'เลขที่สมาชิก', expected: '1234' })).facts.at(
        -1,
      )!.id;
    await requestIdentity.withdrawDocument({ ws, id, documentId: await document() });
    await requestIdentity.withdrawFact({ ws, id, factId: await fact() });
    await requestIdentity.compareFact({ ws, id, factId: await fact(), stated: '1234' });
    await document();
    server.deps.mailer.kick();
    const reasons = async () => (await errors()).map(([, error]) => error).toSorted();
    const [waits, ended] = ['EENVELOPE 451', 'outdated'];
    await expect.poll(reasons).toEqual([waits, waits, ended, ended, ended]);
    await sendRest();
    // The link, and the document that is still requested.
    expect(post.received.filter(({ to }) => to.includes(email))).toHaveLength(2);
  });

  it('end with a reminder to confirm a request that was confirmed meanwhile', async () => {
    const { id } = await enterRequest();
    await sendMails(1);
    answer = { responseCode: 451, message: 'later' };
    await ringAt(...REMINDERS);
    server.deps.mailer.kick();
    const waiting = ['request', 'EENVELOPE 451'];
    await expect.poll(errors).toEqual([['request', null], waiting, waiting]);
    await (await staff()).request.changeStatus({ ws, id, action: 'VERIFY' } as never);
    expect((await errors()).map(([, error]) => error)).toEqual([null, 'outdated', 'outdated']);
    expect(await mailOf(id)).toEqual({ state: 'sent', returned: null });
    await sendRest('2026-12-02 00:01');
    expect(post.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  it('end with a question whose right was decided meanwhile, and others do not', async () => {
    const { id } = await enterRequest();
    await sendMails(1);
    answer = { responseCode: 451, message: 'later' };
    const move = async (action: string, more: object = {}) =>
      (await staff()).request.changeStatus({ ws, id, action, ...more } as never);
    await move('VERIFY');
    await move('REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
    await move('EXTEND', { days: 10, reason: 'ข้อมูลมาก' });
    server.deps.mailer.kick();
    const waiting = ['requestMessage', 'EENVELOPE 451'];
    await expect.poll(errors).toEqual([['request', null], waiting, waiting]);
    await move('REJECT', { groundCode: 'LAW_AND_HARM', reason: 'มีผลต่อผู้อื่น' });
    expect((await errors()).filter(([, error]) => error === 'outdated')).toHaveLength(1);
    await sendRest();
    // The link, the extension and the refusal.
    expect(post.received.filter(({ to }) => to.includes(email))).toHaveLength(3);
  });
});
